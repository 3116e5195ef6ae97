import type { EventData } from 'node:test';

/** The results of one test file. */
export interface FileResult {
  passed: number;
  failed: number;
  skipped: number;
  seconds: number;
  /** The failed tests with their errors. */
  readonly failures: string[];
}

const newResult = (): FileResult => ({ passed: 0, failed: 0, skipped: 0, seconds: 0, failures: [] });

/**
 * Collects results by test file. The events of one process come together and in order: the tests of a file, then the
 * file itself, which has nesting 0 and the path as its name.
 */
export class Results {
  readonly files = new Map<string, FileResult>();
  /** The result of the file whose tests are being reported. */
  #current = newResult();

  passed({ nesting, name, details, skip }: EventData.TestPass): void {
    const result = this.#current;
    if (nesting === 0) this.#close(name, details.duration_ms);
    else if (details.type === 'suite') return;
    else if (skip) result.skipped += 1;
    else result.passed += 1;
  }

  failed({ nesting, name, details }: EventData.TestFail): void {
    const result = this.#current;
    const { failureType, cause } = details.error as Error & { failureType?: string };
    // Failed tests of a file or suite are counted separately. Count a file or suite whose setup failed.
    if (failureType !== 'subtestsFailed') {
      result.failed += 1;
      result.failures.push(`${name}: ${stackOf(cause ?? details.error)}`);
    }
    if (nesting === 0) this.#close(name, details.duration_ms);
  }

  /**
   * Fails the files without a result, because the process of their group ended. When a process failed after its last
   * file, all its files fail, because the cause is unknown.
   */
  endGroup(groupFile: string, group: readonly string[]): void {
    const ofProcess = this.files.get(groupFile);
    this.files.delete(groupFile);
    const missing = group.filter((file) => !this.files.has(file));
    const blamed = missing.length > 0 || ofProcess === undefined ? missing : group;
    for (const file of blamed) {
      const result = this.files.get(file) ?? newResult();
      result.failed += 1;
      result.failures.push(...(ofProcess?.failures ?? ['The process of the file ended before its tests did.']));
      this.files.set(file, result);
    }
  }

  get failedFiles(): readonly string[] {
    return [...this.files].filter(([, { failed }]) => failed > 0).map(([file]) => file);
  }

  sum(of: 'passed' | 'failed' | 'skipped'): number {
    return this.files.values().reduce((sum, result) => sum + result[of], 0);
  }

  #close(name: string, durationMs: number): void {
    this.#current.seconds = durationMs / 1000;
    this.files.set(name, this.#current);
    this.#current = newResult();
  }
}

const stackOf = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error));
