import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Builds the console after an install. An install without development packages (`npm ci --omit=dev`) cannot build it:
 * there, `web/dist` is copied from a machine that can. Plain JavaScript, because any Node may run it.
 */
const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');

function findVite() {
  try {
    return path.join(path.dirname(createRequire(import.meta.url).resolve('vite/package.json')), 'bin/vite.js');
  } catch {
    return undefined;
  }
}

const vite = findVite();
if (!vite) console.error('The console is not built, because vite is not installed.');
else if (existsSync(path.join(root, 'web/index.html'))) {
  const { status } = spawnSync(process.execPath, [vite, 'build', 'web', '--logLevel', 'warn'], {
    cwd: root,
    stdio: 'inherit',
  });
  process.exitCode = status ?? 1;
}
