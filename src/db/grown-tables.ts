import { LruMap } from '#lib/lru.ts';
import type { Queryable } from './pool.ts';

/**
 * A tenant with fewer new rows in a table is not checked, because reading and sorting all of them takes less than a
 * millisecond.
 */
const firstCheckAt = 200;
const maxEntries = 10_000;

interface Growth {
  readonly table: string;
  readonly tenantId: string;
  /** Rows that this process has created for the tenant. */
  created: number;
  /** The number of rows at which the statistics are checked next. */
  checkAt: number;
}

/**
 * Analyzes tables that grow faster than autovacuum, which checks them at most once a minute. Until then PostgreSQL
 * expects one or two rows for a tenant whose rows it has not counted, so it reads and sorts all of them instead of
 * reading an index in order: after a load of 12,000 opportunities, a list had a sixth of its rate. A new tenant in a
 * large table has the same problem for much longer, because its rows are less than the tenth of the table that makes
 * autovacuum analyze it.
 *
 * The planner's estimate of a tenant's rows is compared with the number of created rows each time this number has
 * doubled. A table is therefore analyzed a few times during a load, and the estimate is never less than half of the
 * rows that a node has created.
 */
export class GrownTables {
  readonly #db: Queryable;
  readonly #onFailure: (error: Error) => void;
  readonly #growths = new LruMap<string, Growth>(maxEntries);
  readonly #due = new Set<Growth>();
  #checking: Promise<void> | undefined;

  constructor(db: Queryable, onFailure: (error: Error) => void) {
    this.#db = db;
    this.#onFailure = onFailure;
  }

  /** Counts created rows. Call this after the commit. */
  rowsCreated(table: string, tenantId: string, rows: number): void {
    const key = `${tenantId} ${table}`;
    let growth = this.#growths.get(key);
    if (!growth) {
      growth = { table, tenantId, created: 0, checkAt: firstCheckAt };
      this.#growths.set(key, growth);
    }
    growth.created += rows;
    if (growth.created < growth.checkAt) return;
    growth.checkAt = growth.created * 2;
    this.#due.add(growth);
    this.#checking ??= this.#checkAll();
  }

  /** Checks one table after the other, because analyzing uses a whole processor. */
  async #checkAll(): Promise<void> {
    for (const growth of this.#due) {
      this.#due.delete(growth);
      const { table, tenantId, created } = growth;
      await this.#db
        .query('select analyze_grown_table($1::text, $2::bigint, $3::bigint)', [table, tenantId, created])
        .catch(this.#onFailure);
    }
    this.#checking = undefined;
  }

  /** Resolves when the tables that have grown until now are analyzed. */
  async idle(): Promise<void> {
    await this.#checking;
  }
}
