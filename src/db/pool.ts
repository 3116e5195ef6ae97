import pg from 'pg';
import { type ConnectionSettings, clientClass, clientConfig } from './connection.ts';
import { isReadOnly } from './errors.ts';
import { ClientGone } from './shares.ts';
import { connectionOf, isSilent, Statement, send } from './statement.ts';
import type { StatementNames } from './statement-names.ts';

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

/** Connections for one kind of work. */
export interface Lane extends Queryable {
  /** Runs in one transaction in which the tenant is set. `null` is for what belongs to no tenant. */
  transaction<T>(tenantId: string | null, run: (tx: Transaction) => Promise<T>): Promise<T>;
}

/** A statement or transaction of a request, so that it can be stopped when the client hangs up. */
export interface Use {
  client: pg.PoolClient | undefined;
  /** From here on it is not stopped: whether it was written would be unknown. */
  committing: boolean;
  abandoned: boolean;
}

export interface PoolOptions {
  readonly size: number;
  /** Time limit for one statement. */
  readonly statementMs: number;
  readonly names: StatementNames;
  readonly onLost: (error: Error) => void;
}

/** Longer than the server's own limit: it ends the wait for a server that has gone silent. */
const silenceMs = 10_000;
const lookForSilenceMs = 2000;
const maxAttempts = 10;

class StartAgain extends Error {
  readonly code = '40001';
}

/** Deadlocks and serialization failures: the transaction did nothing and may run again. */
const isTransient = (error: unknown) => ['40001', '40P01'].includes((error as { code?: string }).code ?? '');

/**
 * An error of the statement leaves the connection usable; one of the connection or the protocol does not. A server that
 * became a standby is of no use either: the next statement needs a connection to another one.
 */
const isBroken = (error: Error | null | undefined): boolean =>
  !!error && (isReadOnly(error) || !(error instanceof pg.DatabaseError && error.severity === 'ERROR'));

const clientGone = () => new ClientGone('the client hung up before the statement ended');

/** The stack of the driver ends at its socket; this one leads to the code that sent the statement. */
export function tracedToCaller(error: unknown): unknown {
  if (error instanceof Error) Error.captureStackTrace(error);
  return error;
}

export const beginInTenant = (tenantId: string | null): string => {
  if (tenantId !== null && !/^\d+$/.test(tenantId)) throw new Error(`not a tenant: ${tenantId}`);
  return tenantId === null ? 'begin' : `begin; set local app.tenant = '${tenantId}'`;
};

export class Pool implements Lane {
  readonly #pool: pg.Pool;
  readonly #names: StatementNames;
  readonly #onLost: (error: Error) => void;
  #silence: NodeJS.Timeout | undefined;

  constructor(settings: ConnectionSettings, { size, statementMs, names, onLost }: PoolOptions) {
    this.#names = names;
    this.#onLost = onLost;
    this.#pool = new pg.Pool({
      ...clientConfig(settings),
      Client: clientClass(settings),
      max: size,
      connectionTimeoutMillis: 10_000,
      idleTimeoutMillis: 30_000,
      // Sent by itself beside the options of the session, it takes precedence over them.
      statement_timeout: statementMs,
      keepAlive: true,
      // `begin` and the first statement of a transaction travel together.
      pipeline: true,
    } as pg.PoolConfig);
    this.#pool.on('error', onLost);
    // The pool listens to idle connections only. A statement under way gets the error of its connection by itself.
    this.#pool.on('connect', (client) => client.on('error', () => {}));
    this.#watchSilence(statementMs + silenceMs);
  }

  /** One timer for all, because the driver's own limit takes a timer for each statement. */
  #watchSilence(longestMs: number): void {
    const clients = new Set<pg.PoolClient>();
    this.#pool.on('connect', (client) => clients.add(client));
    this.#pool.on('remove', (client) => clients.delete(client));
    this.#silence = setInterval(() => {
      for (const client of clients) {
        const connection = connectionOf(client);
        if (isSilent(connection, longestMs)) connection.stream.destroy();
      }
    }, lookForSilenceMs).unref();
  }

  async query<Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    try {
      return await this.statement<Row>(text, values);
    } catch (error) {
      throw tracedToCaller(error);
    }
  }

  async transaction<T>(tenantId: string | null, run: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.begin(beginInTenant(tenantId), run);
  }

  /** One statement on a connection of its own, with callbacks, so that it takes one promise. */
  statement<Row>(text: string, values: readonly unknown[], use?: Use): Promise<Row[]> {
    return new Promise<Row[]>((resolve, reject) => {
      this.#pool.connect((error, client) => {
        if (!client) return reject(error);
        if (use?.abandoned) {
          client.release();
          return reject(clientGone());
        }
        if (use) use.client = client;
        this.#names.closeForgotten(connectionOf(client));
        const answered = (failure: Error | null, rows: unknown[]) => {
          if (use) use.client = undefined;
          // A cancel request under way must not hit the next statement on the connection.
          client.release(use?.abandoned || isBroken(failure));
          if (!failure) resolve(rows as Row[]);
          else reject(use?.abandoned ? clientGone() : failure);
        };
        client.query(new Statement(text, values, this.#names.nameOf(text), answered) as never);
      });
    });
  }

  /** Runs a transaction that `begin` opens, again while another one is in its way. */
  async begin<T>(begin: string, run: (tx: Transaction) => Promise<T>, use?: Use): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#transactionOnce(begin, run, attempt === maxAttempts, use);
      } catch (error) {
        if (use?.abandoned) throw error instanceof ClientGone ? error : clientGone();
        if (attempt === maxAttempts || !isTransient(error)) throw error;
      }
    }
  }

  async #transactionOnce<T>(
    begin: string,
    run: (tx: Transaction) => Promise<T>,
    lastAttempt: boolean,
    use: Use | undefined,
  ): Promise<T> {
    const client = await this.#pool.connect();
    if (use) use.client = client;
    const actions: (() => void)[] = [];
    const tx = this.#transactionOn(client, actions, lastAttempt, use);
    let broken: Error | undefined;
    // The pool looks after its idle connections only; one that is lost in use must not end the process.
    const onLost = (error: Error) => {
      broken = error;
      this.#onLost(error);
    };
    client.on('error', onLost);
    try {
      const begun = send(client, begin);
      const [, result] = await Promise.all([begun, run(tx)]);
      if (use?.abandoned) throw clientGone();
      if (use) use.committing = true;
      await send(client, 'commit');
      for (const action of actions) action();
      return result;
    } catch (error) {
      await send(client, 'rollback').catch((reason: Error) => {
        broken = reason;
      });
      if (isReadOnly(error)) broken = error as Error;
      throw error;
    } finally {
      client.off('error', onLost);
      if (use) {
        use.client = undefined;
        use.committing = false;
      }
      // A connection that could not even roll back is closed rather than handed to the next request.
      client.release(use?.abandoned || broken);
    }
  }

  #transactionOn(
    client: pg.PoolClient,
    actions: (() => void)[],
    lastAttempt: boolean,
    use: Use | undefined,
  ): Transaction {
    const query = async <Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> => {
      if (use?.abandoned) throw clientGone();
      this.#names.closeForgotten(connectionOf(client));
      try {
        return (await send(client, text, values, this.#names.nameOf(text))) as Row[];
      } catch (error) {
        throw tracedToCaller(error);
      }
    };
    return {
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
  }

  get usage(): { readonly size: number; readonly inUse: number; readonly waiting: number } {
    const { totalCount, idleCount, waitingCount, options } = this.#pool;
    return { size: options.max, inUse: totalCount - idleCount, waiting: waitingCount };
  }

  end(): Promise<void> {
    clearInterval(this.#silence);
    return this.#pool.end();
  }
}
