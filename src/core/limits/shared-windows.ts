import { createHash } from 'node:crypto';
import type { Logger } from 'pino';
import type { Database } from '#db/database.ts';
import { LruMap } from '#lib/lru.ts';
import { type Rate, tooMany } from './rates.ts';
import { addToWindows, noTenant } from './sql/add-to-windows.ts';

interface Window {
  /** The events of this node. */
  count: number;
  /** The number of those events that the database has. */
  shared: number;
  /** The events of the other nodes, as of the last comparison. */
  elsewhere: number;
  endsAtMs: number;
}

interface Waiting {
  readonly rate: Rate;
  readonly window: Window;
}

const maxKeys = 50_000;
/**
 * Keys are compared with other nodes only above this share of their limit, so that visitors who send a few forms cost
 * no statement.
 */
const sharedFrom = 1 / 6;
const intervalMs = 1000;

/**
 * Rate limits that cost no statement per event. Each node counts in memory, and nodes add up their busy keys every
 * second, in one statement for all keys. A limit can therefore be exceeded by the events of one second, and by a sixth
 * for each further node; it still stops floods. Limits that protect passwords must be exact: see `Rates`.
 */
export class SharedWindows {
  readonly #db: Database;
  readonly #log: Logger;
  readonly #windows = new LruMap<string, Window>(maxKeys);
  /** Busy keys with events that the database does not have yet. */
  #waiting = new Map<string, Waiting>();
  #timer: NodeJS.Timeout | undefined;

  constructor(db: Database, log: Logger) {
    this.#db = db;
    this.#log = log;
  }

  /** Counts one event. Throws when the limit is reached. */
  enter(rate: Rate, key: string): void {
    const name = `${rate.name} ${key}`;
    const window = this.#windowOf(name, rate);
    if (window.count + window.elsewhere >= rate.max) throw tooMany(window.endsAtMs - Date.now());
    window.count += 1;
    if (window.count < rate.max * sharedFrom) return;
    this.#waiting.set(name, { rate, window });
    this.#timer ??= setTimeout(() => void this.#compare(), intervalMs).unref();
  }

  #windowOf(name: string, { perMs }: Rate): Window {
    const now = Date.now();
    const found = this.#windows.get(name);
    if (found && found.endsAtMs > now) return found;
    const window = { count: 0, shared: 0, elsewhere: 0, endsAtMs: now + perMs };
    this.#windows.set(name, window);
    return window;
  }

  async #compare(): Promise<void> {
    const waiting = [...this.#waiting];
    this.#waiting = new Map();
    this.#timer = undefined;
    const now = Date.now();
    const added = waiting
      .filter(([, { window }]) => window.endsAtMs > now)
      .map(([key, { rate, window }]) => ({ rate, window, hash: hashOf(key), counted: window.count }));
    if (added.length === 0) return;
    try {
      const rows = await this.#db.transaction(noTenant, (tx) =>
        addToWindows(
          tx,
          added.map(({ rate: { name }, window, hash, counted }) => ({
            name,
            key: hash,
            count: counted - window.shared,
            leftMs: window.endsAtMs - now,
          })),
        ),
      );
      const totals = new Map(rows.map((row) => [row.key.toString('hex'), row]));
      for (const { window, hash, counted } of added) {
        const total = totals.get(hash.toString('hex'));
        if (!total) continue;
        window.shared = counted;
        window.elsewhere = Math.max(0, total.count - counted);
        window.endsAtMs = Date.now() + total.leftMs;
      }
    } catch (error) {
      // Each node still limits by its own count, and adds these events with the next ones.
      this.#log.warn(`rates were not compared with other nodes: ${(error as Error).message}`);
    }
  }
}

const hashOf = (key: string): Buffer => createHash('sha256').update(key).digest();
