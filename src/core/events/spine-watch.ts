import type { Logger } from 'pino';
import type { Database } from '#db/database.ts';
import { momentSql as moment } from '../fields/datetime.ts';
import type { Background } from '../module.ts';

declare module '../context.ts' {
  interface Services {
    readonly spineWatch: SpineWatch;
  }
}

/** A transaction that has written and not ended, as far as PostgreSQL lets us see it. */
export interface OpenTransaction {
  /** Null for a prepared transaction, which no process has. */
  readonly pid: number | null;
  readonly preparedAs: string | null;
  readonly database: string | null;
  readonly application: string | null;
  readonly state: string | null;
  readonly transactionStart: string | null;
  readonly queryStart: string | null;
}

export interface SpineStatus {
  /** How long the oldest transaction has been seen: events that were written since wait for it. */
  readonly heldBackMs: number;
  readonly oldestTransaction: OpenTransaction | null;
}

const lookEveryMs = 5000;
const reportAfterMs = 10_000;
const repeatAfterMs = 60_000;
/** The oldest ones, in case the very oldest ends. */
const maxSeen = 100;

/**
 * Reports when an open transaction, in any database of the cluster, holds back the spine: webhooks and feeds read events
 * only up to the oldest transaction under way. The age is what this process has seen itself, because a transaction may
 * begin long before it writes, and only from then on it holds anything back.
 */
export class SpineWatch implements Background {
  readonly #db: Database;
  readonly #log: Logger;
  readonly #now: () => number;
  /** When each open transaction was seen first, by its id. */
  #seen = new Map<string, number>();
  #reportedAt: number | undefined;
  #longestMs = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(db: Database, log: Logger, now: () => number = () => performance.now()) {
    this.#db = db;
    this.#log = log;
    this.#now = now;
  }

  async start(): Promise<void> {
    this.#timer = setInterval(() => {
      this.look().catch((error: Error) => this.#log.debug(`open transactions could not be read: ${error.message}`));
    }, lookEveryMs).unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
  }

  async look(): Promise<SpineStatus> {
    const open = await readOpen(this.#db);
    const now = this.#now();
    this.#seen = new Map(open.map(({ id }) => [id, this.#seen.get(id) ?? now]));
    const [oldest] = open;
    if (!oldest) {
      this.#report(0, null, now);
      return { heldBackMs: 0, oldestTransaction: null };
    }
    const { id, ...transaction } = oldest;
    const heldBackMs = Math.round(now - (this.#seen.get(id) ?? now));
    this.#report(heldBackMs, transaction, now);
    return { heldBackMs, oldestTransaction: transaction };
  }

  #report(heldBackMs: number, transaction: OpenTransaction | null, now: number): void {
    if (transaction && heldBackMs > reportAfterMs) {
      this.#longestMs = heldBackMs;
      if (this.#reportedAt !== undefined && now - this.#reportedAt < repeatAfterMs) return;
      this.#reportedAt = now;
      this.#log.warn(
        { heldBackMs, ...transaction },
        `webhooks and feeds have waited ${seconds(heldBackMs)} for an open transaction: ${describe(transaction)}`,
      );
    } else if (this.#reportedAt !== undefined) {
      this.#reportedAt = undefined;
      this.#log.info(`webhooks and feeds go on after ${seconds(this.#longestMs)}: the open transaction has ended`);
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
 * Transactions that have an id, the oldest first. Every user sees pid, database and application of others; when theirs began
 * is shown to members of pg_read_all_stats.
 */
const readOpen = (db: Database): Promise<(OpenTransaction & { readonly id: string })[]> =>
  db.query(
    `select id::text, pid, "preparedAs", database, application, state, "transactionStart", "queryStart" from (
      select backend_xid as id, pid, null as "preparedAs", datname as database, application_name as application, state,
        ${moment('xact_start')} as "transactionStart", ${moment('query_start')} as "queryStart"
      from pg_stat_activity where backend_xid is not null
      union all
      select transaction, null, gid, database, null, 'prepared', ${moment('prepared')}, null from pg_prepared_xacts
    ) open order by age(id) desc limit ${maxSeen}`,
  );
