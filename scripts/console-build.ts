import { spawnSync } from 'node:child_process';
import { globSync, statSync } from 'node:fs';
import path from 'node:path';

const root = path.join(import.meta.dirname, '..');
const sources = ['web/{index.html,package.json,vite.config.ts}', 'web/{src,public}/**/*'];

/** Builds the console when a source is newer than the build. */
export function buildConsole(): void {
  const builtAt = statSync(path.join(root, 'web/dist/index.html'), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const isNewer = (file: string) => statSync(path.join(root, file)).mtimeMs > builtAt;
  if (!globSync(sources, { cwd: root }).some(isNewer)) return;
  const { status } = spawnSync(process.execPath, [path.join(import.meta.dirname, 'prepare.mjs')], { stdio: 'inherit' });
  if (status !== 0) throw new Error('The console could not be built.');
}
