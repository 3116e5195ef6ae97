import { randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import type { Database } from '#db/database.ts';

declare module '../context.ts' {
  interface Services {
    readonly spine: Spine;
  }
}

/** Undefined means that any tenant may have new events. */
export type Tenants = ReadonlySet<string> | undefined;

/** `here` is true when this process wrote the events, so that it should handle them first. */
type Reader = (tenants: Tenants, here: boolean) => void;

const channel = 'atrium_events';
const notifyDelayMs = 25;
/** A notification has at most 8,000 bytes. When more tenants have new events, it names none, which means all. */
const maxNamedTenants = 400;

/**
 * Notifies the readers of events about new ones. A write costs nothing extra: readers in this process are called
 * directly, and other nodes get one notification for all writes of 25 ms. Notifications can be lost, so readers also
 * poll; a lost one only causes a delay.
 */
export class Spine {
  readonly #db: Database;
  readonly #log: Logger;
  readonly #node = randomBytes(6).toString('hex');
  readonly #readers = new Set<Reader>();
  /** Tenants with new events that local readers have not been notified of. */
  #written = new Set<string>();
  /** Tenants with new events that other nodes have not been notified of. */
  #unannounced = new Set<string>();
  #scheduled = false;
  #notifyTimer: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(db: Database, log: Logger) {
    this.#db = db;
    this.#log = log;
  }

  async listen(): Promise<void> {
    await this.#db.listen({
      channel,
      onMessage: (payload) => {
        const [node, named = ''] = payload.split(' ');
        if (node !== this.#node) this.#wake(named === '' ? undefined : new Set(named.split(',')), false);
      },
      // Notifications were lost while the connection was down, so wake all readers.
      onConnectionChange: (connected) => connected && this.#wake(undefined, false),
    });
  }

  /** Notifies readers. Call this after this process has committed events of the tenant. */
  eventsCommitted(tenantId: string): void {
    this.#written.add(tenantId);
    if (this.#scheduled) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      const tenants = this.#written;
      this.#written = new Set();
      this.#wake(tenants, true);
      for (const tenant of tenants) this.#unannounced.add(tenant);
      this.#notifyTimer ??= setTimeout(() => this.#notifyNodes(), notifyDelayMs);
    });
  }

  /** Calls `reader` when there may be new events. Call the returned function to unsubscribe. */
  follow(reader: Reader): () => void {
    this.#readers.add(reader);
    return () => {
      this.#readers.delete(reader);
    };
  }

  #wake(tenants: Tenants, here: boolean): void {
    for (const reader of this.#readers) reader(tenants, here);
  }

  #notifyNodes(): void {
    this.#notifyTimer = undefined;
    if (this.#closed) return;
    const named = this.#unannounced.size <= maxNamedTenants ? [...this.#unannounced].join(',') : '';
    this.#unannounced = new Set();
    this.#db
      .query('select pg_notify($1::text, $2::text)', [channel, `${this.#node} ${named}`])
      .catch((error: Error) => this.#log.debug(`other nodes were not notified of new events: ${error.message}`));
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#notifyTimer);
    this.#readers.clear();
  }
}
