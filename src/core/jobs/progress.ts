const everyMs = 300;

/** Writes how far a job got, the latest word at most a few times a second. */
export class Progress {
  readonly #write: (fraction: number) => Promise<unknown>;
  #said: number | undefined;
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<unknown> = Promise.resolve();

  constructor(write: (fraction: number) => Promise<unknown>) {
    this.#write = write;
  }

  say(fraction: number): void {
    if (Number.isNaN(fraction)) throw new Error('progress must be a number from 0 to 1');
    this.#said = Math.min(1, Math.max(0, fraction));
    this.#timer ??= setTimeout(() => this.#pass(), everyMs);
  }

  #pass(): void {
    this.#timer = undefined;
    const fraction = this.#said;
    if (fraction === undefined) return;
    this.#said = undefined;
    this.#writing = this.#writing.then(() => this.#write(fraction));
  }

  /** Writes what was said last, and no more from then on. */
  async end(): Promise<void> {
    clearTimeout(this.#timer);
    this.#pass();
    await this.#writing;
  }
}
