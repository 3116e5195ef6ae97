import type { ConnectionSettings } from './connection.ts';
import { Listener, type ListenerOptions, type Subscription } from './listener.ts';
import { type Lane, Pool, type Transaction } from './pool.ts';
import { type ClientSocket, RequestPool } from './request-pool.ts';
import { StatementNames } from './statement-names.ts';

export type { Lane, Queryable, Transaction } from './pool.ts';

export interface DatabaseOptions {
  /** The number of connections for requests. Other work has its own connections. */
  readonly poolSize?: number;
  /** The time limit for one statement of a request, and for its wait for a connection. */
  readonly requestTimeoutMs?: number;
  readonly onLost?: (error: Error) => void;
  /** Options of the notification connection, for tests. */
  readonly listener?: ListenerOptions;
}

/** A node runs five jobs at a time, which leaves three connections for deliveries. */
const backgroundSize = 8;
const backgroundTimeoutMs = 60_000;

const lookUpSize = 3;
const lookUpTimeoutMs = 5000;

/** The maximum of waiting requests, because they keep their bodies in memory. */
const maxWaiting = 1000;
const maxWaitingOfTenant = 250;
const activeMs = 2000;

/** The usage of the connections for one kind of work. */
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
 * One pool of connections for each kind of work, so that one kind cannot use up the connections of another. `query` and
 * `transaction` of the class itself are for background work: jobs, deliveries, notifications.
 */
export class Database implements Lane {
  readonly #requests: RequestPool;
  readonly #requestSize: number;
  readonly #background: Pool;
  readonly #lookUps: Pool;
  readonly #listener: Listener;

  constructor(settings: ConnectionSettings, options: DatabaseOptions = {}) {
    const { poolSize: size = 10, requestTimeoutMs = 10_000, onLost = () => {}, listener } = options;
    const names = new StatementNames();
    const pool = (size: number, statementMs: number) => new Pool(settings, { size, statementMs, names, onLost });
    this.#requests = new RequestPool(pool(size, requestTimeoutMs), {
      size,
      maxWaiting,
      maxWaitingOfTenant,
      maxWaitMs: requestTimeoutMs,
      activeMs,
    });
    this.#requestSize = size;
    this.#background = pool(backgroundSize, backgroundTimeoutMs);
    this.#lookUps = pool(lookUpSize, lookUpTimeoutMs);
    this.#listener = new Listener(settings, onLost, listener);
  }

  /** The lane of one request. */
  request(tenantId: string, socket: ClientSocket): Lane {
    return this.#requests.lane(tenantId, socket);
  }

  /**
   * The lane for short statements that must not wait behind requests: looking up callers, the health check, and
   * statements that a request runs outside its own transaction. Code that holds a connection of this lane never waits
   * for a second one of it, so a request that holds a connection of its own always gets one here.
   */
  get lookUps(): Lane {
    return this.#lookUps;
  }

  query<Row>(text: string, values?: readonly unknown[]): Promise<Row[]> {
    return this.#background.query(text, values);
  }

  readByKey<Row>(text: string, values: readonly unknown[]): Promise<Row[]> {
    return this.#background.readByKey(text, values);
  }

  transaction<T>(tenantId: string | null, run: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.#background.transaction(tenantId, run);
  }

  /** Runs as the platform, which may read and write a few tables across all tenants. Requests never use it. */
  platform<T>(run: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.#background.begin(beginPlatform, run);
  }

  /**
   * Like `platform`, for tables that are queues. They alternate between empty and full, so their statistics are always
   * outdated, and plans that scan a small table are wrong. The commit does not wait for the disk: after a crash of the
   * database server the last transactions are lost completely, and their work is repeated.
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

  /** The number of requests since the start that got no connection. */
  get refused(): number {
    return this.#requests.usage.refused;
  }

  /** Listens to a notification channel until the returned function is called. All channels share one connection. */
  listen(subscription: Subscription): Promise<() => void> {
    return this.#listener.add(subscription);
  }

  async close(): Promise<void> {
    await this.#listener.close();
    await Promise.all([this.#requests.end(), this.#background.end(), this.#lookUps.end()]);
  }
}
