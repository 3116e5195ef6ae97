/**
 * Collects items while the previous batch is running, and runs them together. A single item does not wait; under load
 * the batches grow.
 */
export class Batcher<Item, Result> {
  readonly #run: (items: readonly Item[]) => Promise<readonly Result[]>;
  readonly #maxItems: number;
  #waiting: { item: Item; resolve: (result: Result) => void; reject: (error: unknown) => void }[] = [];
  #running: Promise<void> | undefined;

  /** `run` returns one result for each item, in order. */
  constructor(maxItems: number, run: (items: readonly Item[]) => Promise<readonly Result[]>) {
    this.#maxItems = maxItems;
    this.#run = run;
  }

  add(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject });
      this.#running ??= this.#runAll();
    });
  }

  async #runAll(): Promise<void> {
    // Wait a turn, because items that are added in the same turn belong together.
    await Promise.resolve();
    while (this.#waiting.length > 0) {
      const taken = this.#waiting.splice(0, this.#maxItems);
      try {
        const results = await this.#run(taken.map(({ item }) => item));
        for (const [n, { resolve }] of taken.entries()) resolve(results[n] as Result);
      } catch (error) {
        for (const { reject } of taken) reject(error);
      }
    }
    this.#running = undefined;
  }
}
