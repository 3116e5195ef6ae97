import type { ConnectionSettings } from './connection.ts';
import { type LineOptions, Listener, type Subscription } from './listener.ts';
import { type Lane, Pool, type Transaction } from './pool.ts';
import { type ClientSocket, RequestPool } from './request-pool.ts';
import { StatementNames } from './statement-names.ts';

export type { Lane, Queryable, Transaction } from './pool.ts';

export interface DatabaseOptions {
  /** Connections for requests; other work has its own. */
  readonly poolSize?: number;
  /** Time limit for one statement of a request, and for its wait for a connection. */
  readonly requestTimeoutMs?: number;
  readonly onLost?: (error: Error) => void;
  /** How the connection that listens is watched, for tests. */
  readonly line?: LineOptions;
}

/** More than the five jobs that a node runs at a time: deliveries find a connection beside them. */
const backgroundSize = 8;
const backgroundMs = 60_000;

const lookUpSize = 3;
const lookUpMs = 5000;

/** Requests that wait hold their bodies in memory, so there is a limit to them. */
const maxWaiting = 1000;
const maxWaitingOfTenant = 250;
const activeMs = 2000;

/** The connections of one kind of work. */
export interface LaneUsage {
  readonly lane: 'requests' | 'background' | 'lookups';
  readonly size: number;
  readonly inUse: number;
  readonly waiting: number;
}

const beginPlatform = `begin; set local app.platform = 'on'`;

const beginQueue = [
  beginPlatform,
  'set local enable_seqscan = off',
  'set local enable_hashjoin = off',
  'set local enable_mergejoin = off',
  'set local synchronous_commit = off',
  'set local plan_cache_mode = force_generic_plan',
].join('; ');

/**
 * Connections by the kind of work, so that one kind cannot take those of another. By itself it is the lane of work beside
 * requests: jobs, deliveries, notifications.
 */
export class Database implements Lane {
  readonly #requests: RequestPool;
  readonly #requestSize: number;
  readonly #background: Pool;
  readonly #lookUps: Pool;
  readonly #listener: Listener;

  constructor(settings: ConnectionSettings, options: DatabaseOptions = {}) {
    const { poolSize: size = 10, requestTimeoutMs = 10_000, onLost = () => {}, line } = options;
    const names = new StatementNames();
    const pool = (size: number, statementMs: number) => new Pool(settings, { size, statementMs, names, onLost });
    this.#requests = new RequestPool(pool(size, requestTimeoutMs), {
      size,
      maxWaiting,
      maxWaitingOfTenant,
      longestWaitMs: requestTimeoutMs,
      activeMs,
    });
    this.#requestSize = size;
    this.#background = pool(backgroundSize, backgroundMs);
    this.#lookUps = pool(lookUpSize, lookUpMs);
    this.#listener = new Listener(settings, onLost, line);
  }

  /** The connections of requests, as far as one request may have them. */
  request(tenantId: string, socket: ClientSocket): Lane {
    return this.#requests.lane(tenantId, socket);
  }

  /**
   * For short statements that must not wait behind requests: who a caller is, whether the database answers, and what a
   * request does beside its own transaction. A user of this lane never waits for a connection while it holds one of this
   * lane, so a request that holds one of its own always gets its second.
   */
  get lookUps(): Lane {
    return this.#lookUps;
  }

  query<Row>(text: string, values?: readonly unknown[]): Promise<Row[]> {
    return this.#background.query(text, values);
  }

  transaction<T>(tenantId: string | null, run: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.#background.transaction(tenantId, run);
  }

  /** Runs as the platform itself, which sees the few tables that its own work spans, of all tenants. No request does. */
  platform<T>(run: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.#background.begin(beginPlatform, run);
  }

  /**
   * As `platform`, on tables that work as queues: they are empty one moment and full the next, so what PostgreSQL knows of
   * their size is always old, and plans that read the whole of a small table are the wrong ones. The commit does not wait
   * for the disk: should the database server crash, the last moments are undone as a whole, and done again.
   */
  queue<T>(run: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.#background.begin(beginQueue, run);
  }

  usage(): LaneUsage[] {
    const { held, waiting } = this.#requests.usage;
    return [
      { lane: 'requests', size: this.#requestSize, inUse: held, waiting },
      { lane: 'background', ...this.#background.usage },
      { lane: 'lookups', ...this.#lookUps.usage },
    ];
  }

  /** Requests that got no connection since the start. */
  get refused(): number {
    return this.#requests.usage.refused;
  }

  /** Follows a notification channel, over one connection for all of them, until the returned function is called. */
  listen(subscription: Subscription): Promise<() => void> {
    return this.#listener.add(subscription);
  }

  async close(): Promise<void> {
    await this.#listener.close();
    await Promise.all([this.#requests.end(), this.#background.end(), this.#lookUps.end()]);
  }
}
