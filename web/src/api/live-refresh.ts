import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';
import { answerOf } from './own-writes.ts';
import { refreshQueries } from './refresh.ts';

/** A request that goes on after its first changes is not waited for longer, so that its progress is shown. */
const maxWaits = 4;

type Source = Parameters<typeof answerOf>[0];

interface Changed {
  readonly queryKey: QueryKey;
  readonly changes: Source[];
  waits: number;
}

interface Options {
  /** Changes within this time cause one refresh. */
  readonly gatherMs: number;
  /** Limits the queries further. */
  readonly only?: (query: Query) => boolean;
}

/**
 * Reads queries again when the change feed reports a change. What this window has read since the answer to its own
 * change is not read again.
 */
export class LiveRefresh {
  readonly #client: QueryClient;
  readonly #options: Options;
  readonly #changed = new Map<string, Changed>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(client: QueryClient, options: Options) {
    this.#client = client;
    this.#options = options;
  }

  /** The change concerns the queries below this key. */
  add(queryKey: QueryKey, change: Source): void {
    const id = JSON.stringify(queryKey);
    const changed = this.#changed.get(id) ?? { queryKey, changes: [], waits: 0 };
    changed.changes.push(change);
    this.#changed.set(id, changed);
    this.#wait();
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #wait(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      for (const [id, changed] of this.#changed) this.#refresh(id, changed);
    }, this.#options.gatherMs);
  }

  #refresh(id: string, changed: Changed): void {
    const answers = changed.changes.map(answerOf);
    // The feed may be faster than the answer, after which this window reads by itself.
    if (answers.includes('pending') && changed.waits < maxWaits) {
      changed.waits += 1;
      this.#wait();
      return;
    }
    this.#changed.delete(id);
    const own = answers.filter((answer) => typeof answer === 'number');
    const since = own.length === answers.length ? Math.max(...own) : undefined;
    void refreshQueries(this.#client, changed.queryKey, { ...this.#options, since });
  }
}
