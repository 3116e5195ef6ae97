/**
 * Limits memory that several tasks fill and others free. The memory in use may exceed the limit, but then nothing is
 * added.
 */
export class ByteBudget {
  readonly #maxBytes: number;
  readonly #waiting: (() => void)[] = [];
  #usedBytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get usedBytes(): number {
    return this.#usedBytes;
  }

  /** Waits until the memory in use is below the limit. */
  async room(): Promise<void> {
    while (this.#usedBytes >= this.#maxBytes) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  /** Counts bytes until the returned function is called. */
  add(bytes: number): () => void {
    this.#usedBytes += bytes;
    let isFree = false;
    return () => {
      if (isFree) return;
      isFree = true;
      this.#usedBytes -= bytes;
      if (this.#usedBytes < this.#maxBytes) for (const resolve of this.#waiting.splice(0)) resolve();
    };
  }
}
