import type { Logger } from 'pino';
import type { Database } from '#db/database.ts';
import type { Background } from '../background.ts';
import { momentSql as moment } from '../fields/datetime.ts';

declare module '../context.ts' {
  interface Services {
    readonly spineWatch: SpineWatch;
  }
}

/** An open transaction that has written something. Fields are null when PostgreSQL hides them from this user. */
export interface OpenTransaction {
  /** Null for a prepared transaction, which belongs to no process. */
  readonly pid: number | null;
  readonly preparedAs: string | null;
  readonly database: string | null;
  readonly application: string | null;
  readonly state: string | null;
  readonly transactionStart: string | null;
  readonly queryStart: string | null;
}

export interface SpineStatus {
  /** The time for which this process has seen the oldest open transaction. Events written since then wait for it. */
  readonly heldBackMs: number;
  readonly oldestTransaction: OpenTransaction | null;
}

const checkIntervalMs = 5000;
const reportAfterMs = 10_000;
const repeatAfterMs = 60_000;
/** The number of oldest transactions to track, so that the age of the next one is known when the oldest ends. */
const maxTransactions = 100;

/**
 * Warns when an open transaction, in any database of the cluster, delays webhooks and feeds, which read events only up
 * to the oldest open transaction. The age counts from when this process first saw the transaction, because a
 * transaction can begin long before it writes, and delays events only after it writes.
 */
export class SpineWatch implements Background {
  readonly #db: Database;
  readonly #log: Logger;
  readonly #now: () => number;
  /** The time when each open transaction was first seen, by id. */
  #firstSeen = new Map<string, number>();
  #reportedAt: number | undefined;
  #heldBackMs = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(db: Database, log: Logger, now: () => number = () => performance.now()) {
    this.#db = db;
    this.#log = log;
    this.#now = now;
  }

  async start(): Promise<void> {
    this.#timer = setInterval(() => {
      this.check().catch((error: Error) => this.#log.debug(`open transactions could not be read: ${error.message}`));
    }, checkIntervalMs).unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
  }

  async check(): Promise<SpineStatus> {
    const open = await readOpen(this.#db);
    const now = this.#now();
    this.#firstSeen = new Map(open.map(({ id }) => [id, this.#firstSeen.get(id) ?? now]));
    const [oldest] = open;
    if (!oldest) {
      this.#report(0, null, now);
      return { heldBackMs: 0, oldestTransaction: null };
    }
    const { id, ...transaction } = oldest;
    const heldBackMs = Math.round(now - (this.#firstSeen.get(id) ?? now));
    this.#report(heldBackMs, transaction, now);
    return { heldBackMs, oldestTransaction: transaction };
  }

  #report(heldBackMs: number, transaction: OpenTransaction | null, now: number): void {
    if (transaction && heldBackMs > reportAfterMs) {
      this.#heldBackMs = heldBackMs;
      if (this.#reportedAt !== undefined && now - this.#reportedAt < repeatAfterMs) return;
      this.#reportedAt = now;
      this.#log.warn(
        { heldBackMs, ...transaction },
        `webhooks and feeds have waited ${seconds(heldBackMs)} for an open transaction: ${describe(transaction)}`,
      );
    } else if (this.#reportedAt !== undefined) {
      this.#reportedAt = undefined;
      this.#log.info(`webhooks and feeds continue after ${seconds(this.#heldBackMs)}: the open transaction has ended`);
    }
  }
}

const seconds = (ms: number): string => `${Math.round(ms / 1000)} s`;

function describe(transaction: OpenTransaction): string {
  const { pid, preparedAs, database, application, state, transactionStart, queryStart } = transaction;
  return [
    pid === null ? `prepared transaction ${preparedAs}` : `pid ${pid}`,
    `database ${database}`,
    application && `application ${application}`,
    state,
    transactionStart && `begun ${transactionStart}`,
    queryStart && `last query ${queryStart}`,
  ]
    .filter(Boolean)
    .join(', ');
}

/**
 * Transactions that have an id, oldest first. Every user sees pid, database and application of other users'
 * transactions. Only members of pg_read_all_stats see when they began.
 */
const readOpen = (db: Database): Promise<(OpenTransaction & { readonly id: string })[]> =>
  db.query(
    `select id::text, pid, "preparedAs", database, application, state, "transactionStart", "queryStart" from (
      select backend_xid as id, pid, null as "preparedAs", datname as database, application_name as application, state,
        ${moment('xact_start')} as "transactionStart", ${moment('query_start')} as "queryStart"
      from pg_stat_activity where backend_xid is not null
      union all
      select transaction, null, gid, database, null, 'prepared', ${moment('prepared')}, null from pg_prepared_xacts
    ) open order by age(id) desc limit ${maxTransactions}`,
  );
