import { mkdtempSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { Results } from './results.ts';

interface RunOptions {
  /** The folder for files of the run. */
  readonly folder: string;
  readonly concurrency: number;
  /** The time limit of one test file. */
  readonly timeoutMs: number;
}

/** The time limit of a group, as a multiple of the limit of one file. A longer group is ended. */
const filesInTime = 4;
/** A group that ignores the request to end kills itself after this time. */
const killAfterMs = 30_000;

/** Runs groups of test files, each group in its own process. */
export async function runGroups(
  groups: readonly (readonly string[])[],
  { folder, concurrency, timeoutMs }: RunOptions,
): Promise<Results> {
  const groupTimeoutMs = filesInTime * timeoutMs;
  process.env.ATRIUM_TEST_DEADLINE_MS = String(groupTimeoutMs + killAfterMs);
  const runner = new URL('../../test/group.ts', import.meta.url).href;
  const own = mkdtempSync(path.join(folder, 'groups-'));
  const files = groups.map((group, n) => {
    const file = path.join(own, `group-${n}.mjs`);
    const call = `await runGroup(${JSON.stringify(group)}, ${timeoutMs});`;
    writeFileSync(file, `import { runGroup } from ${JSON.stringify(runner)};\n${call}\n`);
    return file;
  });
  const results = new Results();
  const stream = run({
    files,
    concurrency,
    timeout: groupTimeoutMs,
    execArgv: ['--import', new URL('../../test/worker.ts', import.meta.url).href],
  });
  stream.on('test:pass', (event) => results.passed(event));
  stream.on('test:fail', (event) => results.failed(event));
  stream.compose(spec).pipe(process.stdout, { end: false });
  await new Promise((resolve) => stream.on('end', resolve));
  for (const [n, group] of groups.entries()) results.endGroup(files[n] ?? '', group);
  return results;
}
