import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';
import { answerOf } from './own-writes.ts';
import { refreshQueries } from './refresh.ts';

/** After this many waits, a running request is no longer waited for, so that its progress is shown. */
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
  /** Queries that do not match are skipped. */
  readonly only?: (query: Query) => boolean;
}

/**
 * Reads queries again when the change feed reports a change. Queries that were read after the answer to this window's
 * own write are skipped.
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
    // The feed may be faster than the answer to a write. This window reads again by itself after that answer.
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
