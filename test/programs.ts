import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const root = path.join(import.meta.dirname, '..');

/** What tests start as processes. */
const programs = {
  server: 'src/server.ts',
  backup: 'scripts/backup.ts',
  restore: 'scripts/restore.ts',
  demo: 'scripts/demo.ts',
  'job-node': 'test/job-node.ts',
} as const;

type Program = keyof typeof programs;

/**
 * The file to start a program with. Within a run of scripts/test.ts it is a bundle of the same source: a thousand
 * modules fewer to find and to load save 40 % of the processor time of each start.
 */
export function programFile(program: Program): string {
  const bundles = process.env.ATRIUM_TEST_PROGRAMS;
  return bundles === undefined ? sourceOf(program) : path.join(bundles, `${program}.js`);
}

export const sourceOf = (program: Program): string => path.join(root, programs[program]);

/** Files that a module reads stay where they are, beside its source. */
function keepPlaces(code: string, id: string): string | null {
  if (!code.includes('import.meta.')) return null;
  return code
    .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href))
    .replaceAll('import.meta.dirname', JSON.stringify(path.dirname(id)));
}

/** Packages of many modules that every server loads. Others are loaded from where they are installed. */
const bundledPackages = ['typebox', 'fastify'];

const isBundled = (id: string, importer: string | undefined): boolean =>
  /^[./#]/.test(id) ||
  bundledPackages.some((name) => id === name || id.startsWith(`${name}/`)) ||
  (importer?.includes('node_modules') === true && !/^(?:node:|pino)/.test(id));

/** Bundles the programs into a new folder. */
export async function bundlePrograms(folder: string): Promise<void> {
  const { rolldown } = await import('rolldown');
  const bundle = await rolldown({
    input: Object.fromEntries(Object.entries(programs).map(([name, file]) => [name, path.join(root, file)])),
    platform: 'node',
    logLevel: 'silent',
    external: (id, importer) => !isBundled(id, importer),
    plugins: [{ name: 'keep-places', transform: keepPlaces }],
  });
  mkdirSync(folder);
  writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }');
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'), 'dir');
  await bundle.write({ dir: folder, format: 'esm' });
  await bundle.close();
}
