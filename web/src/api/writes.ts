export interface WriteListener<Saved> {
  /** A record of the model at the path was saved; this is its new state. */
  readonly saved: (path: string, record: Saved) => void;
  /** A write of the model at the path was answered, and no other one is under way. */
  readonly written: (path: string) => void;
}

/** Tells of the writes of this window. Writes that follow each other at once are told as one. */
export class Writes<Saved> {
  readonly #listeners: WriteListener<Saved>[] = [];
  readonly #running = new Map<string, number>();

  listen(listener: WriteListener<Saved>): void {
    this.#listeners.push(listener);
  }

  async run<T>(path: string, send: () => Promise<T>): Promise<T> {
    this.#running.set(path, (this.#running.get(path) ?? 0) + 1);
    try {
      return await send();
    } finally {
      // A refusal is told, too: somebody else may have changed the record.
      this.#end(path);
    }
  }

  /** Like `run`, for a write whose answer is the record in its new state. */
  async save(path: string, send: () => Promise<Saved>): Promise<Saved> {
    return this.run(path, async () => {
      const record = await send();
      for (const { saved } of this.#listeners) saved(path, record);
      return record;
    });
  }

  #end(path: string): void {
    const running = (this.#running.get(path) ?? 1) - 1;
    if (running > 0) this.#running.set(path, running);
    else this.#running.delete(path);
    // A caller that saves several records sends the next one before this runs.
    if (running === 0) setTimeout(() => this.#tell(path));
  }

  #tell(path: string): void {
    if (this.#running.has(path)) return;
    for (const { written } of this.#listeners) written(path);
  }
}
