import pg from 'pg';
import { type ConnectionSettings, clientClass, clientConfig } from './connection.ts';
import { isReadOnly } from './errors.ts';
import { Listener, type Subscription } from './listener.ts';

export interface Queryable {
  query<Row>(text: string, values?: readonly unknown[]): Promise<Row[]>;
}

export interface Transaction extends Queryable {
  /** Runs once the transaction has committed; never when it is rolled back. */
  afterCommit(action: () => void): void;
  /** Begins the whole transaction again, unless it did so often enough already. */
  startAgain(): void;
  /** Undoes what `run` wrote when it fails, and nothing else. */
  savepoint<T>(run: () => Promise<T>): Promise<T>;
}

const poolSize = 10;
const mostNamedStatements = 1000;
const longestNamed = 20_000;

/** Longer than the server's own limit: it ends the wait for one that has gone silent. */
const queryDeadlineMs = 40_000;
const mostAttempts = 10;

const beginQueue = [
  'begin',
  `set local app.platform = 'on'`,
  'set local enable_seqscan = off',
  'set local enable_hashjoin = off',
  'set local enable_mergejoin = off',
  'set local synchronous_commit = off',
  'set local plan_cache_mode = force_generic_plan',
].join('; ');

class StartAgain extends Error {
  readonly code = '40001';
}

/** Deadlocks and serialization failures: the transaction did nothing and may run again. */
const isTransient = (error: unknown) => ['40001', '40P01'].includes((error as { code?: string }).code ?? '');

export class Database implements Queryable {
  readonly #pool: pg.Pool;
  readonly #listener: Listener;
  readonly #onLost: (error: Error) => void;
  readonly #names = new Map<string, string | null>();
  #named = 0;

  constructor(settings: ConnectionSettings, onLost: (error: Error) => void = () => {}) {
    this.#onLost = onLost;
    this.#listener = new Listener(settings, onLost);
    this.#pool = new pg.Pool({
      ...clientConfig(settings),
      Client: clientClass(settings),
      max: poolSize,
      connectionTimeoutMillis: 10_000,
      idleTimeoutMillis: 30_000,
      query_timeout: queryDeadlineMs,
      keepAlive: true,
      // `begin` and the first statement of a transaction travel together.
      pipeline: true,
    } as pg.PoolConfig);
    this.#pool.on('error', onLost);
    // Nobody listens to one that changes hands; what is lost at that moment is noticed by whoever uses it next.
    this.#pool.on('connect', (client) => client.on('error', () => {}));
  }

  async query<Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    const result = await this.#pool.query(this.#prepared(text, values));
    return result.rows as Row[];
  }

  /** Runs in one transaction in which the tenant is set. `null` is for what belongs to no tenant. */
  async transaction<T>(tenantId: string | null, run: (tx: Transaction) => Promise<T>): Promise<T> {
    if (tenantId !== null && !/^\d+$/.test(tenantId)) throw new Error(`not a tenant: ${tenantId}`);
    return this.#repeated(tenantId === null ? 'begin' : `begin; set local app.tenant = '${tenantId}'`, run);
  }

  /** Runs as the platform itself, which sees the few tables that its own work spans, of all tenants. No request does. */
  platform<T>(run: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.#repeated(`begin; set local app.platform = 'on'`, run);
  }

  /**
   * As `platform`, on tables that work as queues: they are empty one moment and full the next, so what PostgreSQL knows of
   * their size is always old, and plans that read the whole of a small table are the wrong ones. The commit does not wait
   * for the disk: should the database server crash, the last moments are undone as a whole, and done again.
   */
  queue<T>(run: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.#repeated(beginQueue, run);
  }

  async #repeated<T>(begin: string, run: (tx: Transaction) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#transactionOnce(begin, run, attempt === mostAttempts);
      } catch (error) {
        if (attempt === mostAttempts || !isTransient(error)) throw error;
      }
    }
  }

  async #transactionOnce<T>(begin: string, run: (tx: Transaction) => Promise<T>, lastAttempt: boolean): Promise<T> {
    const client = await this.#pool.connect();
    const actions: (() => void)[] = [];
    const query = async <Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> =>
      (await client.query(this.#prepared(text, values))).rows as Row[];
    const tx: Transaction = {
      query,
      afterCommit: (action) => {
        actions.push(action);
      },
      startAgain: () => {
        if (!lastAttempt) throw new StartAgain('the transaction begins again');
      },
      async savepoint(work) {
        await query('savepoint step');
        try {
          const result = await work();
          await query('release savepoint step');
          return result;
        } catch (error) {
          await query('rollback to savepoint step');
          throw error;
        }
      },
    };
    let broken: Error | undefined;
    // The pool looks after its idle connections only; one that is lost in use must not end the process.
    const onLost = (error: Error) => {
      broken = error;
      this.#onLost(error);
    };
    client.on('error', onLost);
    try {
      const begun = client.query(begin);
      const [, result] = await Promise.all([begun, run(tx)]);
      await client.query('commit');
      for (const action of actions) action();
      return result;
    } catch (error) {
      await client.query('rollback').catch((reason: Error) => {
        broken = reason;
      });
      // The server is a standby now: the next transaction needs a connection to another one.
      if (isReadOnly(error)) broken = error as Error;
      throw error;
    } finally {
      client.off('error', onLost);
      // A connection that could not even roll back is closed rather than handed to the next request.
      client.release(broken);
    }
  }

  /**
   * A statement is prepared from its second sighting on, for the first thousand shapes: clients choose the shape of
   * filters, and each prepared statement costs memory in every connection.
   */
  #prepared(text: string, values: readonly unknown[]): pg.QueryConfig {
    const query = { text, values: values as unknown[] };
    const name = this.#names.get(text);
    if (name) return { ...query, name };
    if (name === undefined) {
      const worthKeeping = text.length < longestNamed && this.#names.size < mostNamedStatements * 2;
      if (worthKeeping) this.#names.set(text, null);
      return query;
    }
    if (this.#named >= mostNamedStatements) return query;
    this.#named += 1;
    const fresh = `s${this.#named}`;
    this.#names.set(text, fresh);
    return { ...query, name: fresh };
  }

  /** Follows a notification channel, over one connection for all of them, until the returned function is called. */
  listen(subscription: Subscription): Promise<() => void> {
    return this.#listener.add(subscription);
  }

  async close(): Promise<void> {
    await this.#listener.close();
    await this.#pool.end();
  }
}
