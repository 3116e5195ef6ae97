import { symlinkSync } from 'node:fs';
import path from 'node:path';
import { bundle } from '../scripts/bundle.ts';

const root = path.join(import.meta.dirname, '..');

/** The programs that tests start as processes. */
const programs = {
  server: 'src/server.ts',
  backup: 'scripts/backup.ts',
  restore: 'scripts/restore.ts',
  demo: 'scripts/demo.ts',
  'job-node': 'test/job-node.ts',
} as const;

type Program = keyof typeof programs;

/**
 * The file that starts a program. Within a run of scripts/test.ts it is a bundle of the same source, as `npm start`
 * uses it.
 */
export function programFile(program: Program): string {
  const bundles = process.env.ATRIUM_TEST_PROGRAMS;
  return bundles === undefined ? sourceOf(program) : path.join(bundles, `${program}.js`);
}

export const sourceOf = (program: Program): string => path.join(root, programs[program]);

/** Bundles the programs into a new folder. */
export async function bundlePrograms(folder: string): Promise<void> {
  await bundle(programs, folder);
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'), 'dir');
}
