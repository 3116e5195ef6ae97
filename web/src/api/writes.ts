export interface WriteListener<Saved> {
  /** Called with the new state of a saved record. The path names its model. */
  readonly saved: (path: string, record: Saved) => void;
  /** Called after a write to the model at this path was answered, when no other write to it is running. */
  readonly written: (path: string) => void;
}

/** Notifies listeners about the writes of this window. Consecutive writes cause one `written` call. */
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
      // A refused write is reported too, because somebody else may have changed the record.
      this.#end(path);
    }
  }

  /** Like `run`, for a write that returns the new state of the record. */
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
