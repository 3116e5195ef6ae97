import { chmodSync, globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { enableCompileCache, flushCompileCache } from 'node:module';
import { cpus } from 'node:os';
import path from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { fastFolder } from '../test/fast-folder.ts';
import { browserPath } from '../test/find-browser.ts';
import { bundlePrograms } from '../test/programs.ts';
import { buildConsole } from './console-build.ts';

/** Files that take minutes, or wait for most of their time. They run first, so that none of them is left alone at the end. */
const longest = [
  'mailbox-nodes.long',
  'mailbox-protocol',
  'forms-guessing',
  'start',
  'console/pages-demo',
  'crash',
  'backup.long',
  'console/pages-empty.long',
  'index-use',
  'mail-crash',
  'demo',
  'deleted-models',
];
/** Files that measure their process, or change it. */
const alone = ['new-cluster.long', 'jobs', 'neighbours', 'registry-memory', 'schema', 'schema-bounds'];
/** A process takes a second to load the server. Groups of slow files are smaller, because one of them is the last. */
const maxInGroup = { slow: 6, fast: 12 };

const isIn = (names: readonly string[]) => (file: string) =>
  names.some((name) => file === path.join('test', `${name}.test.ts`));
const isLongest = isIn(longest);
const isAlone = isIn(alone);

/** Files of these folders take longer than others, so that the run ends with short ones, which fill all workers. */
const slowFolders = ['test/console', 'test/faults', 'test/ai'];

// Two more than there are cores, because tests wait for leases, for processes that start and for pages. With one more, a quarter of the processors'
// time was left.
const workers = Math.max(2, cpus().length) + 2;

/** Files that share a process: neighbours in the order of names, which test similar things. */
function groupsOf(files: readonly string[]): string[][] {
  const first = longest.flatMap((name) => files.filter(isIn([name])));
  const groups = [...first, ...files.filter(isAlone)].map((file) => [file]);
  const others = files.filter((file) => !isLongest(file) && !isAlone(file));
  const byFolder = Map.groupBy(others, (file) => path.dirname(file).split(path.sep).slice(0, 2).join('/'));
  for (const speed of ['slow', 'fast'] as const)
    for (const [folder, some] of byFolder) {
      if (slowFolders.includes(folder) !== (speed === 'slow')) continue;
      // A few files are divided among all workers.
      const size = Math.min(maxInGroup[speed], Math.ceil(some.length / workers));
      for (let from = 0; from < some.length; from += size) groups.push(some.slice(from, from + size));
    }
  return groups;
}

/**
 * Runs test files, each in its own database:
 * - `npm test`: all but long files and tests (`test/long.ts`);
 * - `npm run test:all`: all;
 * - `npm test -- conformance`: all of the files whose name contains that; `npm test -- '!console'`: no files whose name contains that;
 * - with `--full`, fault tests have their full size, and files run one after another, so that they do not disturb each other's
 *   measurements.
 */
const options = process.argv.slice(2).filter((word) => word.startsWith('--'));
const unknown = options.find((option) => !['--full', '--all'].includes(option));
if (unknown !== undefined) throw new Error(`${unknown} is not an option. There are --all and --full.`);
const words = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const nameParts = words.filter((word) => !word.startsWith('!'));
const leftOut = words.filter((word) => word.startsWith('!')).map((word) => word.slice(1));
const full = options.includes('--full');
const all = full || options.includes('--all') || nameParts.length > 0;
if (full) process.env.ATRIUM_FAULTS = 'full';
if (all) process.env.ATRIUM_TESTS = 'all';
const files = globSync(['test/**/*.test.ts', 'src/**/*.test.ts', 'web/src/**/*.test.ts'])
  .filter((file) => nameParts.length === 0 || nameParts.some((part) => file.includes(part)))
  .filter((file) => !leftOut.some((part) => file.includes(part)))
  .filter((file) => all || !file.endsWith('.long.test.ts'))
  .sort((a, b) => a.localeCompare(b, 'en'));
if (files.some((file) => file.includes('console'))) {
  buildConsole();
  if (browserPath === undefined)
    console.error('NO BROWSER: the tests of the console are skipped. Install Chromium, or set CONSOLE_BROWSER.');
}
const folder = mkdtempSync(path.join(fastFolder(), 'atrium-tests-'));
chmodSync(folder, 0o777);
// Everything that the tests write is in this folder, and is removed with it.
process.env.TMPDIR = folder;
// All processes of a run share compiled modules: without that, each spends 0.8 s on removing types.
process.env.NODE_COMPILE_CACHE = path.join(folder, 'compiled');
// This process compiles the modules of the server first. A process adds to the cache only when it exits.
enableCompileCache(process.env.NODE_COMPILE_CACHE);
const { prepareClusterFolder, startCluster } = await import('../test/cluster.ts');
process.env.ATRIUM_TEST_PREPARED = mkdtempSync(path.join(folder, 'prepared-'));
await prepareClusterFolder(process.env.ATRIUM_TEST_PREPARED);
flushCompileCache();
process.env.ATRIUM_TEST_PROGRAMS = path.join(folder, 'programs');
await bundlePrograms(process.env.ATRIUM_TEST_PROGRAMS);
const groups = groupsOf(files);
const concurrency = full ? 1 : Math.min(workers, groups.length);
// One for each worker: an open transaction holds back the events of all databases in its cluster.
const clusters = await Promise.all(Array.from({ length: concurrency }, startCluster));
process.env.ATRIUM_TEST_CLUSTERS = JSON.stringify(clusters.map(({ admin }) => admin));
const clean = async () => {
  await Promise.all(clusters.map((cluster) => cluster.stop()));
  // Processes of an interrupted run may still write.
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
};
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void clean().finally(() => process.exit(130)));
const timeoutMs = full ? 3_600_000 : 600_000;
const groupTimeoutMs = 4 * timeoutMs;
// The runner asks a group that takes longer to end. One that does not, because something in it is stuck, ends itself.
process.env.ATRIUM_TEST_DEADLINE_MS = String(groupTimeoutMs + 30_000);
const runner = new URL('../test/group.ts', import.meta.url).href;
const groupFiles = groups.map((group, n) => {
  const file = path.join(folder, `group-${n}.mjs`);
  const call = `await runGroup(${JSON.stringify(group)}, ${timeoutMs});`;
  writeFileSync(file, `import { runGroup } from ${JSON.stringify(runner)};\n${call}\n`);
  return file;
});
let passed = 0;
let failed = 0;
let skipped = 0;
const seconds = new Map<string, number>();
const stream = run({
  files: groupFiles,
  concurrency,
  timeout: groupTimeoutMs,
  execArgv: ['--import', new URL('../test/worker.ts', import.meta.url).href],
});
stream.on('test:pass', ({ details, skip, nesting, name }) => {
  if (nesting === 0) seconds.set(name, details.duration_ms / 1000);
  else if (details.type === 'suite') return;
  else if (skip) skipped += 1;
  else passed += 1;
});
stream.on('test:fail', ({ details, nesting, name }) => {
  if (nesting === 0) seconds.set(name, details.duration_ms / 1000);
  // Do not count a file or suite whose tests failed, because those are counted. Count one whose setup threw.
  const { failureType } = details.error as { failureType?: string };
  if (failureType !== 'subtestsFailed') failed += 1;
});
stream.compose(spec).pipe(process.stdout);
await new Promise((resolve) => stream.on('end', resolve));
await clean();
setImmediate(() => {
  const slowest = [...seconds].sort(([, a], [, b]) => b - a).slice(0, 30);
  console.log(`slowest files: ${slowest.map(([file, taken]) => `${file} ${taken.toFixed(0)} s`).join(', ')}`);
  if (!all) console.log('Long tests were left out: npm run test:all runs them, too.');
  console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
  process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
});
