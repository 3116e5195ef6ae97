import pg from 'pg';

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

export interface ConnectionSettings {
  readonly connectionString?: string | undefined;
  readonly host?: string;
  readonly port?: number;
  readonly user?: string;
  readonly password?: string;
  readonly database?: string;
  /** The role to act as, when the one that connects may do more. */
  readonly role?: string | undefined;
}

/** Sent with the start of each connection, so that no statement is spent on them. */
const sessionOptions = (role: string | undefined): string =>
  [
    'timezone=UTC',
    // Statements here touch tens of rows; compiling them costs more than it saves.
    'jit=off',
    // A page is put together from stretches in order; a parallel plan would not keep it.
    'max_parallel_workers_per_gather=0',
    'statement_timeout=30000',
    'lock_timeout=10000',
    'idle_in_transaction_session_timeout=60000',
    ...(role ? [`role=${role}`] : []),
  ]
    .map((setting) => `-c ${setting}`)
    .join(' ');

export const clientConfig = ({ role, ...connection }: ConnectionSettings): pg.ClientConfig => ({
  ...(connection as pg.ClientConfig),
  application_name: `atrium ${process.pid}`,
  options: sessionOptions(role),
});

const poolSize = 10;
const mostNamedStatements = 1000;
const longestNamed = 20_000;

/** Longer than the server's own limit: it ends the wait for one that has gone silent. */
const queryDeadlineMs = 40_000;
const mostAttempts = 10;

class StartAgain extends Error {
  readonly code = '40001';
}

/** Deadlocks and serialization failures: the transaction did nothing and may run again. */
const isTransient = (error: unknown) => ['40001', '40P01'].includes((error as { code?: string }).code ?? '');

export class Database implements Queryable {
  readonly #pool: pg.Pool;
  readonly #settings: ConnectionSettings;
  readonly #onLost: (error: Error) => void;
  readonly #names = new Map<string, string | null>();
  #named = 0;

  constructor(settings: ConnectionSettings, onLost: (error: Error) => void = () => {}) {
    this.#settings = settings;
    this.#onLost = onLost;
    this.#pool = new pg.Pool({
      ...clientConfig(settings),
      max: poolSize,
      connectionTimeoutMillis: 10_000,
      idleTimeoutMillis: 30_000,
      query_timeout: queryDeadlineMs,
      keepAlive: true,
      // `begin` and the first statement of a transaction travel together.
      pipeline: true,
    } as pg.PoolConfig);
    this.#pool.on('error', onLost);
  }

  async query<Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    const result = await this.#pool.query(this.#prepared(text, values));
    return result.rows as Row[];
  }

  /** Runs in one transaction in which the tenant is set. `null` is for what belongs to no tenant. */
  async transaction<T>(tenantId: string | null, run: (tx: Transaction) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#transactionOnce(tenantId, run, attempt === mostAttempts);
      } catch (error) {
        if (attempt === mostAttempts || !isTransient(error)) throw error;
      }
    }
  }

  async #transactionOnce<T>(
    tenantId: string | null,
    run: (tx: Transaction) => Promise<T>,
    lastAttempt: boolean,
  ): Promise<T> {
    if (tenantId !== null && !/^\d+$/.test(tenantId)) throw new Error(`not a tenant: ${tenantId}`);
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
      const begun = client.query(tenantId === null ? 'begin' : `begin; set local app.tenant = '${tenantId}'`);
      const [, result] = await Promise.all([begun, run(tx)]);
      await client.query('commit');
      for (const action of actions) action();
      return result;
    } catch (error) {
      await client.query('rollback').catch((reason: Error) => {
        broken = reason;
      });
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

  /**
   * Follows a notification channel for as long as the process lives. `onLine` tells when notifications begin to arrive
   * and when they may be missed.
   */
  async listen(
    channel: string,
    onMessage: (payload: string) => void,
    onLine: (connected: boolean) => void,
  ): Promise<() => Promise<void>> {
    let closed = false;
    let client: pg.Client | undefined;
    const connect = async () => {
      const next = new pg.Client(clientConfig(this.#settings));
      client = next;
      next.on('notification', ({ payload }) => onMessage(payload ?? ''));
      next.on('error', this.#onLost);
      next.on('end', () => {
        if (closed) return;
        onLine(false);
        setTimeout(reconnect, 250).unref();
      });
      await next.connect();
      await next.query(`listen ${channel}`);
      onLine(true);
    };
    const reconnect = () => {
      if (!closed) connect().catch(() => client?.end().catch(() => {}));
    };
    await connect();
    return async () => {
      closed = true;
      await client?.end();
    };
  }

  async close(): Promise<void> {
    await this.#pool.end();
  }
}
