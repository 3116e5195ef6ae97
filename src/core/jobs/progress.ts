import type { JobCount } from './job.ts';

const everyMs = 300;

export interface ProgressReport {
  readonly fraction: number;
  readonly counted?: JobCount | undefined;
}

/** Writes how far a job got, the latest word at most a few times a second. */
export class Progress {
  readonly #write: (report: ProgressReport) => Promise<unknown>;
  #said: ProgressReport | undefined;
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<unknown> = Promise.resolve();

  constructor(write: (report: ProgressReport) => Promise<unknown>) {
    this.#write = write;
  }

  say(fraction: number, counted?: JobCount): void {
    if (Number.isNaN(fraction)) throw new Error('progress must be a number from 0 to 1');
    this.#said = { fraction: Math.min(1, Math.max(0, fraction)), counted: counted && { ...counted } };
    this.#timer ??= setTimeout(() => this.#pass(), everyMs);
  }

  #pass(): void {
    this.#timer = undefined;
    const report = this.#said;
    if (report === undefined) return;
    this.#said = undefined;
    this.#writing = this.#writing.then(() => this.#write(report));
  }

  /** Writes what was said last, and no more from then on. */
  async end(): Promise<void> {
    clearTimeout(this.#timer);
    this.#pass();
    await this.#writing;
  }
}
