import { LruMap } from '#lib/lru.ts';
import { plannedEachTime } from './params.ts';
import type { Connection } from './statement.ts';

const maxPreparedLength = 20_000;
/** Statements are closed in batches, because finding them requires checking all prepared statements of a connection. */
const closeAfter = 100;

/**
 * Names of prepared statements. A statement is prepared on its second use. Clients choose the form of filters, and each
 * prepared statement costs memory in every connection, so the least recently used names are evicted and their
 * statements closed. A name is never reused for another text.
 */
export class StatementNames {
  readonly #seenOnce: LruMap<string, true>;
  readonly #names: LruMap<string, string>;
  readonly #live = new Set<string>();
  #created = 0;
  #evicted = 0;

  constructor(capacity = 1000) {
    this.#seenOnce = new LruMap(capacity);
    this.#names = new LruMap(capacity, (name) => {
      this.#live.delete(name);
      this.#evicted += 1;
    });
  }

  /** Undefined for a statement that must not be prepared. */
  nameOf(text: string): string | undefined {
    const name = this.#names.get(text);
    if (name) return name;
    if (text.length >= maxPreparedLength || text.startsWith(plannedEachTime)) return undefined;
    if (!this.#seenOnce.get(text)) {
      this.#seenOnce.set(text, true);
      return undefined;
    }
    this.#seenOnce.delete(text);
    this.#created += 1;
    const newName = `s${this.#created}`;
    this.#names.set(text, newName);
    this.#live.add(newName);
    return newName;
  }

  /**
   * Closes statements with evicted names on a connection. Called before a statement is sent on it, whose Sync message
   * also sends the Close messages. A connection therefore never has more statements than there are names, plus one
   * batch.
   */
  closeEvicted(connection: Connection): void {
    if (this.#evicted - (connection.evictedSeen ?? 0) < closeAfter) return;
    connection.evictedSeen = this.#evicted;
    for (const name of Object.keys(connection.parsedStatements)) {
      if (this.#live.has(name)) continue;
      connection.close({ type: 'S', name });
      delete connection.parsedStatements[name];
      connection.columns?.delete(name);
    }
  }
}
