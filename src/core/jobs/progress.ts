import type { JobCount } from './job.ts';

const writeIntervalMs = 300;

export interface ProgressReport {
  readonly fraction: number;
  readonly counted?: JobCount | undefined;
}

/** Writes the progress of a job: only the latest report, at most every 300 ms. */
export class Progress {
  readonly #write: (report: ProgressReport) => Promise<unknown>;
  #latest: ProgressReport | undefined;
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<unknown> = Promise.resolve();

  constructor(write: (report: ProgressReport) => Promise<unknown>) {
    this.#write = write;
  }

  report(fraction: number, counted?: JobCount): void {
    if (Number.isNaN(fraction)) throw new Error('progress must be a number from 0 to 1');
    this.#latest = { fraction: Math.min(1, Math.max(0, fraction)), counted: counted && { ...counted } };
    this.#timer ??= setTimeout(() => this.#writeLatest(), writeIntervalMs);
  }

  #writeLatest(): void {
    this.#timer = undefined;
    const report = this.#latest;
    if (report === undefined) return;
    this.#latest = undefined;
    this.#writing = this.#writing.then(() => this.#write(report));
  }

  /** Writes the last report. */
  async end(): Promise<void> {
    clearTimeout(this.#timer);
    this.#writeLatest();
    await this.#writing;
  }
}
