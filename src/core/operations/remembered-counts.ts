import type { Database } from '#db/database.ts';
import { inTenant, type Params } from '#db/params.ts';
import { SizedLruMap } from '#lib/lru.ts';
import type { Registry } from '../models/registry.ts';

declare module '../context.ts' {
  interface Services {
    readonly counts: RememberedCounts;
  }
}

/** Identifies a count that can be remembered, and the models whose events can change it. */
export interface CountSource {
  readonly key: string;
  readonly models: readonly string[];
}

/** A count, and the snapshot in which it was correct. */
interface RememberedCount {
  readonly count: string;
  /** The tenant's epoch, which is part of the positions of its events. */
  readonly epoch: number;
  /** Transactions with this id or a later one, and those in `open`, were not visible in the snapshot. */
  readonly next: bigint;
  readonly open: readonly bigint[];
  /** The time of the snapshot, by the clock of the database. */
  readonly at: string;
  /** The start time of the database server. After a failover another server answers, whose transaction ids differ. */
  readonly server: string;
  readonly takenAtMs: number;
}

/** Columns that a statement with `rememberedSql` returns in addition to its page. */
export interface CountedColumns {
  readonly total: string | null;
  /** Null when the page determines the total, so that nothing was counted. */
  readonly snapshot: string | null;
  /** Null when the remembered count was still correct. */
  readonly epoch: number | null;
  readonly at: string | null;
  readonly server: string | null;
}

const maxBytes = 2_000_000;
const maxKeyLength = 4000;
/** The maximum age of a count, so that it never depends on events that the retention has removed. */
const maxAgeMs = 10 * 60_000;
/** With more new events of the tenant than this, counting costs less than reading them. */
const maxNewEvents = 200;

/**
 * The totals of lists. Counting took two thirds of a list. A count is remembered with the snapshot of its statement,
 * and reused until the tenant has an event of the models it depends on that was not visible in that snapshot. The
 * statement of the list checks that itself, so the check and the page have the same snapshot, and the answer is the
 * same as with counting.
 *
 * The comparison is by transaction, not by the position of the last event: a transaction that was open while the rows
 * were counted may commit later, with an event before the last one.
 */
export class RememberedCounts {
  readonly #counts = new SizedLruMap<string, RememberedCount>(maxBytes);
  #connected = false;

  /**
   * Discards all counts when the notification connection is lost. A database server that crashed, or was replaced, may
   * have lost its last transactions and reuse their ids.
   */
  async listen(db: Database): Promise<void> {
    await db.listen({
      channel: 'atrium_events',
      onMessage: () => {},
      onConnectionChange: (connected) => {
        this.#counts.clear();
        this.#connected = connected;
      },
    });
  }

  find({ key }: CountSource): RememberedCount | undefined {
    const found = this.#connected ? this.#counts.get(key) : undefined;
    return found && Date.now() - found.takenAtMs < maxAgeMs ? found : undefined;
  }

  /** Stores the result of a count, or that the count in use is still correct at its snapshot. */
  store({ key }: CountSource, used: RememberedCount | undefined, counted: CountedColumns): void {
    const { total, snapshot, at, server } = counted;
    const epoch = counted.epoch ?? used?.epoch;
    if (!this.#connected || total === null || snapshot === null || at === null || server === null) return;
    if (epoch === undefined) return;
    const [, next = '', open = ''] = snapshot.split(':');
    const ids = open === '' ? [] : open.split(',').map(BigInt);
    const takenAtMs = counted.epoch === null && used ? used.takenAtMs : Date.now();
    const remembered = { count: total, epoch, next: BigInt(next), open: ids, at, server, takenAtMs };
    this.#counts.set(key, remembered, key.length * 2 + 400 + ids.length * 16);
  }
}

const positionOf = ({ epoch }: RememberedCount, id: bigint): string => String((BigInt(epoch) << 48n) | id);

/** The values of the parameters of `rememberedSql`, in its order. */
export function rememberedValues(found: RememberedCount | undefined): unknown[] {
  if (found === undefined) return [null, null, null, null, null, null];
  const { count, server, at, next, open } = found;
  const first = open.reduce((lowest, id) => (id < lowest ? id : lowest), next);
  const openPositions = open.map((id) => positionOf(found, id));
  return [count, server, at, positionOf(found, first), positionOf(found, next), `{${openPositions.join(',')}}`];
}

/** The number of parameters that `rememberedSql` adds. They are the last ones of a statement. */
export const rememberedParameters = 6;

/**
 * SQL of the remembered count, and SQL of whether it is still correct. The tenant's events are read from the oldest
 * transaction that was open when the rows were counted. Only the partitions since that time are read, with a margin of
 * a day. Without this, PostgreSQL prepares the scans of all partitions for each list.
 */
export function rememberedSql({ models }: CountSource, params: Params): { count: string; isTrue: string } {
  const count = params.add(null, 'bigint');
  const server = params.add(null, 'timestamptz');
  const at = params.add(null, 'timestamptz');
  const first = params.add(null, 'xid8');
  const next = params.add(null, 'xid8');
  const open = params.add(null, 'xid8[]');
  const names = models.map((name) => `'${name}'`).join(', ');
  const isTrue = `case when ${count} is null or ${server} <> pg_postmaster_start_time() then false
    else (select count(*) < ${maxNewEvents}
        and count(*) filter (where n.model in (${names}) and (n.xid >= ${next} or n.xid = any(${open}))) = 0 from (
      select e.model, e.xid from events e where ${inTenant('e')} and e.xid >= ${first}
        and e.occurred_at >= ${at} - interval '1 day' and e.occurred_at < now() + interval '1 day'
      order by e.xid desc, e.seq desc limit ${maxNewEvents}) n) end`;
  return { count, isTrue };
}

const timeFunctions = /\b(?:now|clock_timestamp|statement_timestamp|current_date|current_timestamp|random)\b/;

/**
 * Derives the dependencies of a count from its SQL, so that no table can be forgotten. Undefined when it depends on
 * anything except values of records whose changes have events: other tables, the time, or fields that are written
 * without an event.
 */
export function countSource(
  registry: Registry,
  tenantId: string,
  sql: string,
  values: readonly unknown[],
): CountSource | undefined {
  const tables = tablesIn(sql);
  if (tables === undefined || timeFunctions.test(sql)) return undefined;
  // Copies change only with the records that they belong to.
  tables.delete('formula_values');
  const models = registry.models.filter(({ table }) => tables.has(table));
  if (new Set(models.map(({ table }) => table)).size !== tables.size) return undefined;
  const eventless = models.flatMap(({ stored }) => stored.filter(({ declared }) => declared.eventless));
  if (eventless.some(({ column }) => sql.includes(`"${column}"`))) return undefined;
  const key = `${tenantId} ${sql} ${JSON.stringify(values)}`;
  return key.length > maxKeyLength ? undefined : { key, models: models.map(({ name }) => name) };
}

/** The tables that generated SQL reads; undefined when that is not certain. */
function tablesIn(sql: string): Set<string> | undefined {
  const plain = sql.replaceAll(/\bdistinct from\b/g, '<>');
  const tables = new Set<string>();
  for (const [, name = '', call] of plain.matchAll(/\b(?:from|join)\s+([a-z0-9_.]+)(\()?/g)) {
    if (call !== undefined && name !== 'unnest') return undefined;
    if (call === undefined) tables.add(name);
  }
  // Refuse a further table after a comma.
  return /\bfrom\s+[a-z0-9_]+(?:\s+[a-z]+)?\s*,/.test(plain) ? undefined : tables;
}
