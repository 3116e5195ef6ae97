import { LruMap } from '#lib/lru.ts';
import { plannedEachTime } from './params.ts';
import type { Connection } from './statement.ts';

const longestNamed = 20_000;
/** Statements are closed in batches, because finding them takes a look at all that a connection has prepared. */
const closeAfter = 100;

/**
 * Names for prepared statements. A statement is prepared from its second use on. Clients choose the shape of filters, and
 * each prepared statement costs memory in every connection, so the ones unused for longest are forgotten and closed.
 * A name is never used for a second text.
 */
export class StatementNames {
  readonly #seenOnce: LruMap<string, true>;
  readonly #names: LruMap<string, string>;
  readonly #live = new Set<string>();
  #made = 0;
  #forgotten = 0;

  constructor(most = 1000) {
    this.#seenOnce = new LruMap(most);
    this.#names = new LruMap(most, (name) => {
      this.#live.delete(name);
      this.#forgotten += 1;
    });
  }

  /** Undefined for a statement that is not to be prepared. */
  nameOf(text: string): string | undefined {
    const name = this.#names.get(text);
    if (name) return name;
    if (text.length >= longestNamed || text.startsWith(plannedEachTime)) return undefined;
    if (!this.#seenOnce.get(text)) {
      this.#seenOnce.set(text, true);
      return undefined;
    }
    this.#seenOnce.delete(text);
    this.#made += 1;
    const fresh = `s${this.#made}`;
    this.#names.set(text, fresh);
    this.#live.add(fresh);
    return fresh;
  }

  /**
   * Closes the forgotten statements of a connection; called before a statement is sent on it, whose Sync sends the Close
   * messages with it. So a connection never holds more than the names kept and one batch.
   */
  closeForgotten(connection: Connection): void {
    if (this.#forgotten - (connection.forgottenSeen ?? 0) < closeAfter) return;
    connection.forgottenSeen = this.#forgotten;
    for (const name of Object.keys(connection.parsedStatements)) {
      if (this.#live.has(name)) continue;
      connection.close({ type: 'S', name });
      delete connection.parsedStatements[name];
      connection.columns?.delete(name);
    }
  }
}
