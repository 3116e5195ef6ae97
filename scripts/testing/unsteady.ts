import type { FileResult, Results } from './results.ts';

/**
 * With more files than this that fail once and then pass, something is wrong, though it is unknown with which of them.
 */
const maxUnsteady = 3;

interface Unsteady {
  readonly file: string;
  readonly first: FileResult;
  readonly second: FileResult;
}

/** Runs each failed file once more, alone. The second result replaces the first. Returns the files that pass then. */
export async function rerunFailed(
  results: Results,
  runAlone: (file: string) => Promise<Results>,
): Promise<readonly Unsteady[]> {
  const unsteady: Unsteady[] = [];
  for (const file of results.failedFiles) {
    console.log(`\n${file} failed and is run once more, alone.\n`);
    const first = results.files.get(file);
    const second = (await runAlone(file)).files.get(file);
    if (!first || !second) throw new Error(`${file} has no result`);
    results.files.set(file, second);
    if (second.failed === 0) unsteady.push({ file, first, second });
  }
  return unsteady;
}

/** Prints the unsteady files with both results. Returns true when there are too many. */
export function reportUnsteady(unsteady: readonly Unsteady[]): boolean {
  for (const { file, first, second } of unsteady) {
    console.log(`\nUNSTEADY: ${file} failed, and passed when it ran again, alone.`);
    console.log(`first run: ${first.passed} passed, ${first.failed} failed:\n${first.failures.join('\n')}`);
    console.log(`second run: ${second.passed} passed, ${second.failed} failed.`);
  }
  const tooMany = unsteady.length > maxUnsteady;
  if (tooMany) console.log(`\n${unsteady.length} files are unsteady. More than ${maxUnsteady} fail the run.`);
  return tooMany;
}
