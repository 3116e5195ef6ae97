import { chmodSync, globSync, mkdtempSync, rmSync } from 'node:fs';
import { enableCompileCache, flushCompileCache } from 'node:module';
import path from 'node:path';
import { fastFolder } from '../test/fast-folder.ts';
import { browserPath } from '../test/find-browser.ts';
import { bundlePrograms } from '../test/programs.ts';
import { buildConsole } from './console-build.ts';
import { changedFiles, readSources, testsOf } from './testing/changed.ts';
import { groupsOf, workers } from './testing/groups.ts';
import { runGroups } from './testing/run-groups.ts';
import { reportUnsteady, rerunFailed } from './testing/unsteady.ts';

/**
 * Runs test files, each in its own database. A file that fails is run once more, alone; it must pass then, and three files at most may need that.
 * - `npm test`: all but long files and tests (`test/long.ts`);
 * - `npm run test:all`: all;
 * - `npm test -- conformance`: all of the files whose name contains that, each once; `npm test -- '!console'`: no files whose name contains that;
 * - `npm test -- --changed`: those that a change concerns, against the branch main or another one (`--changed=release`), uncommitted files included;
 * - with `--full`, fault tests have their full size, and files run one after another, so that they do not disturb each other's
 *   measurements.
 */
const options = process.argv.slice(2).filter((word) => word.startsWith('--'));
const unknown = options.find((option) => !/^--(?:full|all|changed(?:=.+)?)$/.test(option));
if (unknown !== undefined) throw new Error(`${unknown} is not an option. There are --all, --changed and --full.`);
const words = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const nameParts = words.filter((word) => !word.startsWith('!'));
const leftOut = words.filter((word) => word.startsWith('!')).map((word) => word.slice(1));
const full = options.includes('--full');
const all = full || options.includes('--all') || nameParts.length > 0;
if (full) process.env.ATRIUM_FAULTS = 'full';
if (all) process.env.ATRIUM_TESTS = 'all';
const found = globSync(['test/**/*.test.ts', 'src/**/*.test.ts', 'web/src/**/*.test.ts'])
  .filter((file) => nameParts.length === 0 || nameParts.some((part) => file.includes(part)))
  .filter((file) => !leftOut.some((part) => file.includes(part)))
  .filter((file) => all || !file.endsWith('.long.test.ts'))
  .sort((a, b) => a.localeCompare(b, 'en'));
const changedOption = options.find((option) => option.startsWith('--changed'));
const files = changedOption === undefined ? found : concernedBy(changedOption.split('=')[1], found);
if (files.length === 0) {
  console.log('No test is concerned by the change.');
  process.exit(0);
}
if (files.some((file) => file.includes('console'))) {
  buildConsole();
  if (browserPath === undefined)
    console.error('NO BROWSER: the tests of the console are skipped. Install Chromium, or set CONSOLE_BROWSER.');
}
const folder = mkdtempSync(path.join(fastFolder(), 'atrium-tests-'));
chmodSync(folder, 0o777);
// The tests write only into this folder, which is removed at the end.
process.env.TMPDIR = folder;
// All processes of a run share compiled modules. Without that, each process spends 0.8 s on removing types.
process.env.NODE_COMPILE_CACHE = path.join(folder, 'compiled');
// This process compiles the modules of the server first, because a process adds to the cache only when it exits.
enableCompileCache(process.env.NODE_COMPILE_CACHE);
const { prepareClusterFolder, startCluster } = await import('../test/cluster.ts');
process.env.ATRIUM_TEST_PREPARED = mkdtempSync(path.join(folder, 'prepared-'));
await prepareClusterFolder(process.env.ATRIUM_TEST_PREPARED);
flushCompileCache();
process.env.ATRIUM_TEST_PROGRAMS = path.join(folder, 'programs');
await bundlePrograms(process.env.ATRIUM_TEST_PROGRAMS);
const groups = groupsOf(files);
const concurrency = full ? 1 : Math.min(workers, groups.length);
// Each worker has a cluster, because an open transaction delays the events of all databases in its cluster.
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
const results = await runGroups(groups, { folder, concurrency, timeoutMs });
const isGate = nameParts.length === 0 && !full && changedOption === undefined;
const runAlone = (file: string) => runGroups([[file]], { folder, concurrency: 1, timeoutMs });
const unsteady = isGate ? await rerunFailed(results, runAlone) : [];
await clean();
const slowest = [...results.files].sort(([, a], [, b]) => b.seconds - a.seconds).slice(0, 30);
console.log(`slowest files: ${slowest.map(([file, { seconds }]) => `${file} ${seconds.toFixed(0)} s`).join(', ')}`);
if (!all) console.log('Long tests were left out: npm run test:all runs them, too.');
const tooUnsteady = reportUnsteady(unsteady);
const [passed, failed, skipped] = [results.sum('passed'), results.sum('failed'), results.sum('skipped')];
for (const file of results.failedFiles) console.log(`FAILED: ${file}`);
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
process.exitCode = failed > 0 || passed === 0 || tooUnsteady ? 1 : 0;

function concernedBy(base: string | undefined, tests: readonly string[]): readonly string[] {
  const changed = changedFiles(base);
  const { files: concerned, concernsAll } = testsOf(changed, readSources(), tests);
  console.log(
    concernsAll === undefined
      ? `${changed.length} changed files concern ${concerned.length} of ${tests.length} test files.`
      : `${concernsAll} concerns all ${tests.length} test files.`,
  );
  return concerned.toSorted((a, b) => a.localeCompare(b, 'en'));
}
