import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import postcss from 'postcss';
import { defineConfig, type Plugin, type Rolldown } from 'vite';
import { installBuild } from './install-build.ts';

/** Builds are made here, because the server serves `dist` during a build. */
const buildFolder = path.join(import.meta.dirname, '.build');

/** Writes compressed copies of the assets. The server sends them as they are and compresses nothing itself. */
function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    writeBundle() {
      const folder = path.join(buildFolder, 'assets');
      for (const name of readdirSync(folder)) {
        if (!/\.(js|css|svg|json)$/.test(name)) continue;
        const file = path.join(folder, name);
        const content = readFileSync(file);
        if (content.length < 1024) continue;
        writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
        const params = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
        writeFileSync(`${file}.br`, brotliCompressSync(content, { params }));
      }
    },
  };
}

/** Installs the finished build in place of the previous one. */
function installed(): Plugin {
  return {
    name: 'installed',
    apply: 'build',
    writeBundle: {
      order: 'post',
      sequential: true,
      handler() {
        installBuild(buildFolder, path.join(import.meta.dirname, 'dist'));
        rmSync(buildFolder, { recursive: true });
      },
    },
  };
}

const mantineClass = /\bm_[0-9a-f]{6,8}\b/g;
const mantineClassesIn = (text: string): readonly string[] => text.match(mantineClass) ?? [];

/**
 * Removes the style rules of Mantine components that are not in the build. Mantine has one style sheet for all
 * components, and a component's class is named only in its code.
 */
function withoutUnusedStyles(): Plugin {
  return {
    name: 'without-unused-styles',
    apply: 'build',
    generateBundle(_options, bundle) {
      const files = Object.values(bundle);
      const used = new Set(files.flatMap((file) => (file.type === 'chunk' ? mantineClassesIn(file.code) : [])));
      // A class inside `:not()` may be missing in the build.
      const canMatch = (selector: string) =>
        mantineClassesIn(selector.replaceAll(/:not\([^)]*\)/g, '')).every((name) => used.has(name));
      for (const file of files) {
        if (file.type !== 'asset' || !file.fileName.endsWith('.css')) continue;
        const sheet = postcss.parse(String(file.source));
        sheet.walkRules((rule) => {
          const kept = rule.selectors.filter(canMatch);
          if (kept.length === 0) rule.remove();
          else if (kept.length < rule.selectors.length) rule.selectors = kept;
        });
        sheet.walkAtRules((rule) => {
          if (rule.nodes?.length === 0) rule.remove();
        });
        file.source = sheet.toString();
      }
    },
  };
}

/** The file names of a chunk: its code, its styles and everything that it imports. */
function filesOf(bundle: Rolldown.OutputBundle, module: RegExp): string[] {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const wanted = chunks.find(({ facadeModuleId }) => facadeModuleId && module.test(facadeModuleId));
  if (!wanted) throw new Error(`no chunk of ${module}`);
  const files = new Set<string>();
  const open = [wanted.fileName];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    const chunk = chunks.find(({ fileName }) => fileName === name);
    if (!chunk || files.has(name)) continue;
    files.add(name);
    for (const style of chunk.viteMetadata?.importedCss ?? []) files.add(style);
    open.push(...chunk.imports);
  }
  return [...files];
}

/**
 * Writes into the page the names of the files that `public/start.js` preloads: those of a list, and the first texts of
 * each language.
 */
function preloadList(): Plugin {
  return {
    name: 'preload-list',
    apply: 'build',
    writeBundle(_options, bundle) {
      const page = path.join(buildFolder, 'index.html');
      const html = readFileSync(page, 'utf8');
      const beside = (module: RegExp) => filesOf(bundle, module).filter((name) => !html.includes(name));
      const files = {
        texts: { en: beside(/\/app\/texts\/en\.ts$/), de: beside(/\/app\/texts\/de\.ts$/) },
        list: beside(/\/features\/records\/records-page\.tsx$/),
      };
      const data = `<meta name="files" content='${JSON.stringify(files)}' />`;
      writeFileSync(
        page,
        html.replace('<script ', () => `${data}\n    <script `),
      );
    },
  };
}

/**
 * Puts the first page into two files: libraries, which change seldom, and the code of the console. Code that many pages
 * share goes into a few more. A browser loads six files at a time, and each one costs some milliseconds.
 */
const groups: Rolldown.CodeSplittingGroup[] = [
  { name: 'libraries', test: /\/node_modules\//, tags: ['$initial'], priority: 6 },
  // Libraries that only some pages need stay out of the files that all pages load.
  { name: 'dragging', test: /\/@dnd-kit\/|\/web\/src\/ui\/(sortable|sortable-rows|closest-edge)\.tsx?/, priority: 4 },
  // Lists use this style before their rows can be moved.
  { name: 'sortable-look', test: /\/web\/src\/ui\/(sortable-list\.module\.css|static-rows\.tsx)/, priority: 5 },
  { name: 'forms', test: /\/node_modules\/(@mantine\/form|klona|fast-deep-equal)\//, priority: 4 },
  { name: 'formatted-text', test: /\/node_modules\/dompurify\/|\/web\/src\/lib\/rich-text/, priority: 4 },
  // Few pages ask for numbers, and the input for them is a fifth of what many pages share. Charts are only on pages with figures.
  {
    name: 'number-input',
    test: /\/react-number-format\/|\/@mantine\/core\/esm\/components\/NumberInput\//,
    priority: 4,
  },
  { name: 'charts', test: /\/web\/src\/ui\/charts\//, priority: 3 },
  { name: 'components', test: /\/node_modules\//, minShareCount: 12, priority: 3 },
  { name: 'console', test: /\/web\/src\/(?!locales)/, tags: ['$initial'], priority: 4 },
  {
    name: (id) => `texts-${/\/(?:texts|locales)\/(\w+)/.exec(id)?.[1]}`,
    debugName: 'texts',
    test: /\/app\/texts\/|\/locales\/\w+\/(common|shell|records|fields|forms)\.json/,
    priority: 5,
  },
  {
    name: 'records',
    test: /\/web\/src\/(api|fields|lib|metadata|ui|views\/(?!board|calendar|editor|parts))/,
    minShareCount: 3,
    priority: 2,
  },
  { name: 'area-parts', test: /\/web\/src\/views\/(editor|parts)\//, minShareCount: 3, priority: 2 },
  { name: 'icons', test: /@tabler\/icons-react/, minShareCount: 3, priority: 5 },
];

export default defineConfig({
  base: '/app/',
  plugins: [react(), withoutUnusedStyles(), preloadList(), compressed(), installed()],
  // The server replaces the placeholder with a new nonce for every page.
  html: { cspNonce: '__NONCE__' },
  resolve: { alias: { '~': path.join(import.meta.dirname, 'src') } },
  build: {
    outDir: buildFolder,
    emptyOutDir: true,
    target: 'es2023',
    sourcemap: false,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // `npm run bench -- --only console` measures what pages load.
    chunkSizeWarningLimit: 1000,
    // Without groups the first page loads a hundred small files, one for each set of pages that share a module.
    rolldownOptions: {
      output: {
        codeSplitting: { groups },
      },
    },
  },
  server: {
    proxy: { '/api': { target: process.env.ATRIUM_URL ?? 'http://127.0.0.1:3000', changeOrigin: false } },
  },
});
