import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Writes the types of the actions, and builds the console and the server after an install. An install without development
 * packages (`npm ci --omit=dev`) cannot build them: there, `web/dist` is copied from a machine that can, and the server
 * starts from its source. Plain JavaScript, because any Node may run it.
 */
const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');

function findVite() {
  try {
    return path.join(path.dirname(createRequire(import.meta.url).resolve('vite/package.json')), 'bin/vite.js');
  } catch {
    return undefined;
  }
}

function run(...words) {
  if (process.exitCode) return;
  process.exitCode = spawnSync(process.execPath, words, { cwd: root, stdio: 'inherit' }).status ?? 1;
}

const vite = findVite();
// A Node that cannot run TypeScript is no error: the server needs no bundle to start, and the build of the console
// needs no types.
const runsTypeScript = Boolean(process.features.typescript);
const typeWriter = path.join(root, 'scripts/web-types.ts');
const builder = path.join(root, 'scripts/build-server.ts');
const packageBuilder = path.join(root, 'scripts/build-packages.ts');
if (!vite) console.error('The console is not built, because vite is not installed.');
else {
  // Write the types first, because the tests rebuild the console when one of its files is newer than the build.
  if (runsTypeScript && existsSync(typeWriter)) run(typeWriter);
  if (existsSync(path.join(root, 'web/index.html'))) run(vite, 'build', 'web', '--logLevel', 'warn');
  if (runsTypeScript && existsSync(builder)) run(builder);
  // The command `npx atrium` of this repository. Declarations are written when a package is packed.
  if (runsTypeScript && existsSync(packageBuilder) && existsSync(path.join(root, 'packages/cli/src')))
    run(packageBuilder);
}
