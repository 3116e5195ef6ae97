import type pg from 'pg';
import { cancelStatement } from './cancel.ts';
import { beginInTenant, type Lane, type Pool, type Transaction, type Use, withCallerStack } from './pool.ts';
import { type ShareLimits, Shares } from './shares.ts';

/** The socket of the client; undefined when the call does not come from a client. */
export type ClientSocket = { readonly destroyed: boolean } | undefined;

/**
 * A statement is cancelled at most this long after its client has disconnected. Shorter statements are never checked.
 */
const sweepEveryMs = 100;
/** A statement or transaction that is still running after this many sweeps counts as slow. */
const sweepsUntilSlow = 3;

class RequestUse implements Use {
  readonly tenant: string;
  readonly socket: ClientSocket;
  client: pg.PoolClient | undefined;
  committing = false;
  abandoned = false;
  sweeps = 0;

  constructor(tenant: string, socket: ClientSocket) {
    this.tenant = tenant;
    this.socket = socket;
  }
}

/** The connections of requests, shared fairly among tenants. Cancels statements whose client has disconnected. */
export class RequestPool {
  readonly #pool: Pool;
  readonly #shares: Shares;
  readonly #uses = new Set<RequestUse>();
  #sweeper: NodeJS.Timeout | undefined;

  constructor(pool: Pool, limits: ShareLimits) {
    this.#pool = pool;
    this.#shares = new Shares(limits);
  }

  get usage(): Shares['usage'] {
    return this.#shares.usage;
  }

  /** The lane for the statements of one request. */
  lane(tenantId: string, socket: ClientSocket): Lane {
    return new RequestLane(this, tenantId, socket);
  }

  async query<Row>(tenant: string, socket: ClientSocket, text: string, values: readonly unknown[]): Promise<Row[]> {
    const use = this.#shares.tryTake(tenant) ? new RequestUse(tenant, socket) : await this.#wait(tenant, socket);
    this.#track(use);
    try {
      return await this.#pool.statement<Row>(text, values, use);
    } catch (error) {
      throw withCallerStack(error);
    } finally {
      this.#end(use);
    }
  }

  async readByKey<Row>(tenant: string, socket: ClientSocket, text: string, values: readonly unknown[]): Promise<Row[]> {
    const use = this.#shares.tryTake(tenant) ? new RequestUse(tenant, socket) : await this.#wait(tenant, socket);
    this.#track(use);
    try {
      return await this.#pool.readByKey<Row>(text, values, use);
    } finally {
      this.#end(use);
    }
  }

  async transaction<T>(
    tenant: string,
    socket: ClientSocket,
    begin: string,
    run: (tx: Transaction) => Promise<T>,
  ): Promise<T> {
    const use = this.#shares.tryTake(tenant) ? new RequestUse(tenant, socket) : await this.#wait(tenant, socket);
    this.#track(use);
    try {
      return await this.#pool.begin(begin, run, use);
    } finally {
      this.#end(use);
    }
  }

  #wait(tenant: string, socket: ClientSocket): Promise<RequestUse> {
    this.#startSweeping();
    return new Promise((resolve, reject) => {
      this.#shares.wait({
        tenant,
        sinceMs: Date.now(),
        isClientGone: () => socket?.destroyed ?? false,
        grant: () => resolve(new RequestUse(tenant, socket)),
        refuse: reject,
      });
    });
  }

  #track(use: RequestUse): void {
    this.#uses.add(use);
    if (!this.#sweeper) this.#startSweeping();
  }

  #end(use: RequestUse): void {
    this.#uses.delete(use);
    this.#shares.release(use.tenant, use.sweeps >= sweepsUntilSlow);
  }

  /** One timer serves all statements, because one for each would cost more. It runs only while there are any. */
  #startSweeping(): void {
    this.#sweeper ??= setInterval(() => this.#sweep(), sweepEveryMs).unref();
  }

  #sweep(): void {
    this.#shares.sweep();
    for (const use of this.#uses) {
      use.sweeps += 1;
      if (use.sweeps === sweepsUntilSlow) this.#shares.markSlow(use.tenant);
      if (!use.socket?.destroyed || use.abandoned || use.committing) continue;
      use.abandoned = true;
      if (use.client) cancelStatement(use.client);
    }
    if (this.#uses.size > 0 || !this.#shares.isIdle) return;
    clearInterval(this.#sweeper);
    this.#sweeper = undefined;
  }

  end(): Promise<void> {
    clearInterval(this.#sweeper);
    return this.#pool.end();
  }
}

class RequestLane implements Lane {
  readonly #pool: RequestPool;
  readonly #tenant: string;
  readonly #socket: ClientSocket;

  constructor(pool: RequestPool, tenant: string, socket: ClientSocket) {
    this.#pool = pool;
    this.#tenant = tenant;
    this.#socket = socket;
  }

  query<Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    return this.#pool.query(this.#tenant, this.#socket, text, values);
  }

  readByKey<Row>(text: string, values: readonly unknown[]): Promise<Row[]> {
    return this.#pool.readByKey(this.#tenant, this.#socket, text, values);
  }

  async transaction<T>(tenantId: string | null, run: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.#pool.transaction(this.#tenant, this.#socket, beginInTenant(tenantId), run);
  }
}
