import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type ConnectionSettings, clientClass, clientConfig } from './connection.ts';
import { isReadOnly } from './errors.ts';
import { KeyReads } from './key-reads.ts';
import { ClientGone } from './shares.ts';
import { connectionOf, isSilent, Statement, send } from './statement.ts';
import type { StatementNames } from './statement-names.ts';

export interface Queryable {
  query<Row>(text: string, values?: readonly unknown[]): Promise<Row[]>;
}

export interface Transaction extends Queryable {
  /** Runs an action after the commit. It never runs when the transaction is rolled back. */
  afterCommit(action: () => void): void;
  /**
   * Sends the last statement of the transaction together with the commit, which saves a round trip. When the statement
   * fails, nothing is committed. Its result can no longer undo the transaction.
   */
  queryAndCommit<Row>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  /** True when the transaction is not retried after a conflict with another one. */
  readonly isLastAttempt: boolean;
  /** Rolls the transaction back and retries it, unless this is the last attempt. */
  retryTransaction(): void;
  /** Rolls back only the writes of `run` when it fails. */
  savepoint<T>(run: () => Promise<T>): Promise<T>;
}

/** Connections for one kind of work. */
export interface Lane extends Queryable {
  /** Reads one record by its key. The statement is so short that it may share its connection with others. */
  readByKey<Row>(text: string, values: readonly unknown[]): Promise<Row[]>;
  /** Runs a transaction for one tenant, or for none when `tenantId` is null. */
  transaction<T>(tenantId: string | null, run: (tx: Transaction) => Promise<T>): Promise<T>;
}

/** A running statement or transaction of a request, which can be cancelled when the client disconnects. */
export interface Use {
  client: pg.PoolClient | undefined;
  /** True when it must not be cancelled any more, because nobody would know whether the commit succeeded. */
  committing: boolean;
  abandoned: boolean;
}

export interface PoolOptions {
  readonly size: number;
  /** The time limit for one statement. */
  readonly statementMs: number;
  readonly names: StatementNames;
  readonly onLost: (error: Error) => void;
}

/** The tolerance after the server's own time limit. After both, the server counts as dead. */
const silenceMs = 10_000;
const silenceCheckMs = 2000;
const maxAttempts = 10;
/**
 * The first attempts follow without delay, because most conflicts are over by then. Later ones wait, so that many
 * writers of the same rows run one after the other.
 */
const immediateAttempts = 3;
/** The backoff: a random time that doubles with the attempts, at most a second in total. */
const backoff = (attempt: number): Promise<void> =>
  attempt < immediateAttempts ? Promise.resolve() : sleep(Math.random() * 2 ** attempt);

class RetryTransaction extends Error {
  readonly code = '40001';
}

/** True for deadlocks and serialization failures: the transaction was rolled back and can be retried. */
const isTransient = (error: unknown) => ['40001', '40P01'].includes((error as { code?: string }).code ?? '');

/**
 * True when an error leaves the connection unusable. An error of the statement does not; an error of the connection or
 * the protocol does. A connection to a server that became a standby is unusable too, because the next statement needs
 * another server.
 */
const isBroken = (error: Error | null | undefined): boolean =>
  !!error && (isReadOnly(error) || !(error instanceof pg.DatabaseError && error.severity === 'ERROR'));

const clientGone = () => new ClientGone('the client disconnected before the statement ended');

/** Replaces the stack, which ends at the driver's socket, with the stack of the code that sent the statement. */
export function withCallerStack(error: unknown): unknown {
  if (error instanceof Error) Error.captureStackTrace(error);
  return error;
}

export const beginInTenant = (tenantId: string | null): string => {
  if (tenantId !== null && !/^\d+$/.test(tenantId)) throw new Error(`not a tenant: ${tenantId}`);
  return tenantId === null ? 'begin' : `begin; set local app.tenant = '${tenantId}'`;
};

/** The state of a running transaction. */
interface Running {
  /** The actions that run after the commit. */
  readonly actions: (() => void)[];
  readonly lastAttempt: boolean;
  readonly use: Use | undefined;
  /** The commit that was sent with the last statement. */
  readonly end: { commit?: Promise<unknown> };
}

export class Pool implements Lane {
  readonly #pool: pg.Pool;
  readonly #names: StatementNames;
  readonly #onLost: (error: Error) => void;
  readonly #keyReads: KeyReads;
  #silenceTimer: NodeJS.Timeout | undefined;

  constructor(settings: ConnectionSettings, { size, statementMs, names, onLost }: PoolOptions) {
    this.#names = names;
    this.#onLost = onLost;
    this.#pool = new pg.Pool({
      ...clientConfig(settings),
      Client: clientClass(settings),
      max: size,
      connectionTimeoutMillis: 10_000,
      idleTimeoutMillis: 30_000,
      // The driver sends this separately from the session options, and it takes precedence over them.
      statement_timeout: statementMs,
      keepAlive: true,
      // Sends `begin` together with the first statement of a transaction.
      pipeline: true,
    } as pg.PoolConfig);
    this.#keyReads = new KeyReads({
      connect: (callback) => this.#pool.connect(callback),
      names,
      brokenBy: (failure) => (isBroken(failure) ? (failure as Error) : undefined),
    });
    this.#pool.on('error', onLost);
    // The pool handles only errors of idle connections. A running statement gets the error of its connection from the
    // driver.
    this.#pool.on('connect', (client) => client.on('error', () => {}));
    this.#watchSilence(statementMs + silenceMs);
  }

  /**
   * Closes connections whose server has not answered for so long. One timer serves all connections; the driver would
   * use one per statement.
   */
  #watchSilence(maxSilenceMs: number): void {
    const clients = new Set<pg.PoolClient>();
    this.#pool.on('connect', (client) => clients.add(client));
    this.#pool.on('remove', (client) => clients.delete(client));
    this.#silenceTimer = setInterval(() => {
      for (const client of clients) {
        const connection = connectionOf(client);
        if (isSilent(connection, maxSilenceMs)) connection.stream.destroy();
      }
    }, silenceCheckMs).unref();
  }

  async query<Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    try {
      return await this.statement<Row>(text, values);
    } catch (error) {
      throw withCallerStack(error);
    }
  }

  /** A read whose client has disconnected is not cancelled, because others are sent on the same connection. */
  readByKey<Row>(text: string, values: readonly unknown[], use?: Use): Promise<Row[]> {
    return new Promise<Row[]>((resolve, reject) => {
      this.#keyReads.run(text, values, (failure, rows) => {
        if (use?.abandoned) reject(clientGone());
        else if (failure) reject(withCallerStack(failure));
        else resolve(rows as Row[]);
      });
    });
  }

  async transaction<T>(tenantId: string | null, run: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.begin(beginInTenant(tenantId), run);
  }

  /** Sends one statement outside a transaction. It uses callbacks, so that it needs only one promise. */
  statement<Row>(text: string, values: readonly unknown[], use?: Use): Promise<Row[]> {
    return new Promise<Row[]>((resolve, reject) => {
      this.#pool.connect((error, client) => {
        if (!client) return reject(error);
        if (use?.abandoned) {
          client.release();
          return reject(clientGone());
        }
        if (use) use.client = client;
        this.#names.closeEvicted(connectionOf(client));
        const answered = (failure: Error | null, rows: unknown[]) => {
          if (use) use.client = undefined;
          // Close the connection of an abandoned statement: the cancel request could hit the next statement on it.
          client.release(use?.abandoned || isBroken(failure));
          if (!failure) resolve(rows as Row[]);
          else reject(use?.abandoned ? clientGone() : failure);
        };
        client.query(new Statement(text, values, this.#names.nameOf(text), answered) as never);
      });
    });
  }

  /** Runs a transaction that starts with `begin`, and retries it when it conflicts with another one. */
  async begin<T>(begin: string, run: (tx: Transaction) => Promise<T>, use?: Use): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#runTransaction(begin, run, attempt === maxAttempts, use);
      } catch (error) {
        if (use?.abandoned) throw error instanceof ClientGone ? error : clientGone();
        if (attempt === maxAttempts || !isTransient(error)) throw error;
        await backoff(attempt);
      }
    }
  }

  async #runTransaction<T>(
    begin: string,
    run: (tx: Transaction) => Promise<T>,
    lastAttempt: boolean,
    use: Use | undefined,
  ): Promise<T> {
    const client = await this.#pool.connect();
    if (use) use.client = client;
    const actions: (() => void)[] = [];
    const end: { commit?: Promise<unknown> } = {};
    const tx = this.#createTransaction(client, { actions, lastAttempt, use, end });
    let broken: Error | undefined;
    // The pool handles only errors of idle connections. Without this, losing a connection in use would end the process.
    const onLost = (error: Error) => {
      broken = error;
      this.#onLost(error);
    };
    client.on('error', onLost);
    try {
      const begun = send(client, begin);
      const [, result] = await Promise.all([begun, run(tx)]);
      if (!end.commit) {
        if (use?.abandoned) throw clientGone();
        if (use) use.committing = true;
      }
      await (end.commit ?? send(client, 'commit'));
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
      // Close a connection that failed to roll back, instead of giving it to the next request.
      client.release(use?.abandoned || broken);
    }
  }

  #createTransaction(client: pg.PoolClient, { actions, lastAttempt, use, end }: Running): Transaction {
    const sent = (text: string, values: readonly unknown[]): Promise<unknown[]> => {
      if (use?.abandoned) throw clientGone();
      if (end.commit) throw new Error('a statement follows the last one of its transaction');
      this.#names.closeEvicted(connectionOf(client));
      return send(client, text, values, this.#names.nameOf(text));
    };
    const query = async <Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> => {
      try {
        return (await sent(text, values)) as Row[];
      } catch (error) {
        throw withCallerStack(error);
      }
    };
    const queryAndCommit = async <Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> => {
      try {
        const rows = sent(text, values);
        if (use) use.committing = true;
        end.commit = send(client, 'commit');
        // The transaction reports a failure of the commit, because it waits for it after this statement.
        end.commit.catch(() => {});
        return (await rows) as Row[];
      } catch (error) {
        throw withCallerStack(error);
      }
    };
    return {
      query,
      queryAndCommit,
      isLastAttempt: lastAttempt,
      afterCommit: (action) => {
        actions.push(action);
      },
      retryTransaction: () => {
        if (!lastAttempt) throw new RetryTransaction('the transaction is retried');
      },
      async savepoint(work) {
        await query('savepoint step');
        try {
          const result = await work();
          await query('release savepoint step');
          return result;
        } catch (error) {
          await query('rollback to savepoint step');
          // Otherwise a failed step inside of another one would keep the name, and the outer step would be rolled back to it.
          await query('release savepoint step');
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
    clearInterval(this.#silenceTimer);
    return this.#pool.end();
  }
}
