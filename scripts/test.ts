import { chmodSync, globSync, mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import path from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { startCluster } from '../test/cluster.ts';
import { browserPath } from '../test/find-browser.ts';
import { buildConsole } from './console-build.ts';

/** Files that take minutes. They run first, so that none of them is left alone at the end. */
const longest = ['start', 'console/pages-demo', 'index-use', 'backup', 'console/pages-empty', 'mail-crash', 'crash'];

function placeOf(file: string): number {
  const place = longest.findIndex((name) => file === path.join('test', `${name}.test.ts`));
  return place === -1 ? longest.length : place;
}

/**
 * Runs test files, each in its own process and database: `npm test`, or `npm test -- conformance` for files whose name
 * contains that. With `--full`, fault tests have their full size, and files run one after another, so that they do not
 * disturb each other's measurements.
 */
const full = process.argv.includes('--full');
if (full) process.env.ATRIUM_FAULTS = 'full';
const nameParts = process.argv.slice(2).filter((word) => word !== '--full');
const files = globSync(['test/**/*.test.ts', 'src/**/*.test.ts', 'web/src/**/*.test.ts'])
  .filter((file) => nameParts.length === 0 || nameParts.some((part) => file.includes(part)))
  .sort((a, b) => placeOf(a) - placeOf(b) || a.localeCompare(b, 'en'));
if (files.some((file) => file.includes('console'))) {
  buildConsole();
  if (browserPath === undefined)
    console.error('NO BROWSER: the tests of the console are skipped. Install Chromium, or set CONSOLE_BROWSER.');
}
// All processes of a run share compiled modules: without that, each of some 200 spends 0.8 s on removing types.
const compileCache = mkdtempSync(path.join(tmpdir(), 'atrium-compiled-'));
chmodSync(compileCache, 0o777);
process.env.NODE_COMPILE_CACHE = compileCache;
const cluster = await startCluster();
process.env.ATRIUM_TEST_CLUSTER = JSON.stringify(cluster.admin);
const timeoutMs = full ? 3_600_000 : 600_000;
// The runner asks a file that takes longer to end. One that does not, because something in it is stuck, ends itself.
process.env.ATRIUM_TEST_DEADLINE_MS = String(timeoutMs + 30_000);
let passed = 0;
let failed = 0;
let skipped = 0;
const seconds = new Map<string, number>();
const stream = run({
  files,
  // One more than there are cores: the longest files wait for leases and for processes that start.
  concurrency: full ? 1 : Math.max(2, cpus().length) + 1,
  timeout: timeoutMs,
  execArgv: ['--import', new URL('../test/deadline.ts', import.meta.url).href],
});
stream.on('test:pass', ({ details, skip, nesting, name }) => {
  if (details.type === 'suite' || (nesting === 0 && files.some((file) => name.endsWith(file)))) return;
  if (skip) skipped += 1;
  else passed += 1;
});
stream.on('test:fail', ({ details }) => {
  // Do not count a suite whose tests failed, because those are counted. Count one whose setup threw.
  const { failureType } = details.error as { failureType?: string };
  if (details.type !== 'suite' || failureType !== 'subtestsFailed') failed += 1;
});
stream.on('test:summary', ({ file, duration_ms: ms }) => {
  if (file !== undefined) seconds.set(path.relative('.', file), ms / 1000);
});
stream.compose(spec).pipe(process.stdout);
await new Promise((resolve) => stream.on('end', resolve));
await cluster.stop();
rmSync(compileCache, { recursive: true, force: true });
setImmediate(() => {
  const slowest = [...seconds].sort(([, a], [, b]) => b - a).slice(0, 30);
  console.log(`slowest files: ${slowest.map(([file, taken]) => `${file} ${taken.toFixed(0)} s`).join(', ')}`);
  console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
  process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
});
