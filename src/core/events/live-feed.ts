import { Turns } from '#lib/semaphore.ts';
import type { Context } from '../context.ts';
import type { Registry } from '../models/registry.ts';
import { type Changes, comparePositions, type FeedFilter, type Position, readChanges } from './feed.ts';

/** Statements that the streams of one tenant run at once, so that they leave connections for everybody else. */
const atOnce = 2;

interface Gathering {
  /** The earliest place that a stream of this gathering asks from. */
  from: Position;
  readonly page: Promise<Changes>;
}

/**
 * Reads changes for live streams. A write wakes all streams of its tenant at once; those whose callers see the same share
 * one statement and the changes that it found. 200 streams that each read by themselves slowed the requests of other
 * tenants from 17 to 811 ms.
 */
export class LiveFeed {
  /** Reads that have not begun yet. */
  readonly #gatherings = new Map<string, Gathering>();
  readonly #turns = new Map<string, { readonly turns: Turns; users: number }>();

  /** As `readChanges`. `filterText` is the filter as the caller wrote it. */
  async read(
    context: Context,
    from: Position,
    filter: FeedFilter,
    filterText: string,
    limit: number,
  ): Promise<Changes> {
    const gathering = this.#gather(context, from, filter, filterText, limit);
    const page = await gathering.page;
    // The page begins further back and is full before it comes to where this stream is.
    if (page.hasMore && comparePositions(page.position, from) <= 0) return readChanges(context, from, filter, limit);
    return behind(page, from);
  }

  #gather(context: Context, from: Position, filter: FeedFilter, filterText: string, limit: number): Gathering {
    const { caller, registry } = context;
    // All that decides what a stream may show: equal keys see the same of every event.
    const key = JSON.stringify([caller.tenantId, caller.access.visibility, numberOf(registry), filterText, limit]);
    const present = this.#gatherings.get(key);
    if (present) {
      if (comparePositions(from, present.from) < 0) present.from = from;
      return present;
    }
    const gathering: Gathering = {
      from,
      page: this.#inTurn(caller.tenantId, async () => {
        // Streams that were woken together have all asked by the next turn of the event loop.
        await new Promise(setImmediate);
        this.#gatherings.delete(key);
        return readChanges(context, gathering.from, filter, limit);
      }),
    };
    this.#gatherings.set(key, gathering);
    return gathering;
  }

  async #inTurn<T>(tenantId: string, run: () => Promise<T>): Promise<T> {
    let line = this.#turns.get(tenantId);
    if (!line) {
      line = { turns: new Turns(atOnce), users: 0 };
      this.#turns.set(tenantId, line);
    }
    line.users += 1;
    try {
      return await line.turns.use(run);
    } finally {
      line.users -= 1;
      if (line.users === 0) this.#turns.delete(tenantId);
    }
  }
}

/** What a page tells a stream that has come to `from`, which may lie inside the page. */
function behind(page: Changes, from: Position): Changes {
  const changes = page.changes.filter(({ position }) => comparePositions(position, from) > 0);
  return { ...page, changes, position: comparePositions(page.position, from) < 0 ? from : page.position };
}

/** A new registry is made whenever the tenant's models change. */
const numbers = new WeakMap<Registry, number>();
let registries = 0;

function numberOf(registry: Registry): number {
  let number = numbers.get(registry);
  if (number === undefined) {
    registries += 1;
    number = registries;
    numbers.set(registry, number);
  }
  return number;
}
