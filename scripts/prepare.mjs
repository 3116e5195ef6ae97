import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Builds the console and the server after an install. An install without development packages (`npm ci --omit=dev`) cannot
 * build them: there, `web/dist` is copied from a machine that can, and the server starts from its source. Plain JavaScript,
 * because any Node may run it.
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

const builder = path.join(root, 'scripts/build-server.ts');
// The server needs no bundle to start, so a Node that cannot run the builder is no mistake.
if (vite && !process.exitCode && process.features.typescript && existsSync(builder))
  process.exitCode = spawnSync(process.execPath, [builder], { cwd: root, stdio: 'inherit' }).status ?? 1;
