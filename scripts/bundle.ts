import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const root = path.join(import.meta.dirname, '..');

/** Packages of many modules that every server loads. Other packages are loaded from their installed folder. */
const bundledPackages = ['typebox', 'fastify'];

const isBundled = (id: string, importer: string | undefined): boolean =>
  /^[./#]/.test(id) ||
  bundledPackages.some((name) => id === name || id.startsWith(`${name}/`)) ||
  (importer?.includes('node_modules') === true && !/^(?:node:|pino)/.test(id));

/**
 * Replaces paths relative to a module's source, so that its bundle still finds the files beside that source. All paths
 * are relative, so the repository can be moved.
 */
function rewritePaths(folder: string, code: string, id: string): string | null {
  if (!code.includes('import.meta.')) return null;
  const place = path.relative(folder, id).split(path.sep).join('/');
  return code
    .replaceAll('import.meta.dirname', `(import.meta.dirname + ${JSON.stringify(`/${path.posix.dirname(place)}`)})`)
    .replaceAll('import.meta.url', `new URL(${JSON.stringify(place)}, import.meta.url).href`);
}

/**
 * Bundles programs (name → source) into a new folder, as `<name>.js`. Finding and loading a thousand modules less
 * halves the processor time of a start (2.7 s to 1.2 s), and saves 25 MB.
 */
export async function bundle(programs: Readonly<Record<string, string>>, folder: string): Promise<void> {
  const { rolldown } = await import('rolldown');
  const bundled = await rolldown({
    input: Object.fromEntries(Object.entries(programs).map(([name, file]) => [name, path.join(root, file)])),
    platform: 'node',
    logLevel: 'silent',
    external: (id, importer) => !isBundled(id, importer),
    plugins: [{ name: 'rewrite-paths', transform: (code, id) => rewritePaths(folder, code, id) }],
  });
  mkdirSync(folder);
  writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }');
  await bundled.write({ dir: folder, format: 'esm' });
  await bundled.close();
}
