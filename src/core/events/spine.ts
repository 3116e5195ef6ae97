import { randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import type { Database } from '#db/database.ts';

declare module '../context.ts' {
  interface Services {
    readonly spine: Spine;
  }
}

/** Undefined: of which tenants is not known. */
export type Tenants = ReadonlySet<string> | undefined;

/** `here`: written by this process, and so first for this process to deal with. */
type Reader = (tenants: Tenants, here: boolean) => void;

const channel = 'atrium_events';
const tellOthersAfterMs = 25;
/** A notification holds 8,000 bytes; of more tenants than fit, the others are told "some". */
const maxNamed = 400;

/**
 * Where those who read events hear that there are new ones. It costs a write nothing: this process hears of its own
 * writes directly, and tells other nodes of them together, a few times a second at most. Hearing is a hint, never the
 * truth: readers also look by themselves from time to time, so that one that is lost only costs time.
 */
export class Spine {
  readonly #db: Database;
  readonly #log: Logger;
  readonly #node = randomBytes(6).toString('hex');
  readonly #readers = new Set<Reader>();
  #fresh = new Set<string>();
  #untold = new Set<string>();
  #scheduled = false;
  #telling: NodeJS.Timeout | undefined;
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
      // What was written while the line was down is not known.
      onLine: (connected) => connected && this.#wake(undefined, false),
    });
  }

  /** Events of the tenant were committed here. */
  written(tenantId: string): void {
    this.#fresh.add(tenantId);
    if (this.#scheduled) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      const tenants = this.#fresh;
      this.#fresh = new Set();
      this.#wake(tenants, true);
      for (const tenant of tenants) this.#untold.add(tenant);
      this.#telling ??= setTimeout(() => this.#tellOthers(), tellOthersAfterMs);
    });
  }

  /** Calls `reader` when there may be new events, until the returned function is called. */
  follow(reader: Reader): () => void {
    this.#readers.add(reader);
    return () => {
      this.#readers.delete(reader);
    };
  }

  #wake(tenants: Tenants, here: boolean): void {
    for (const reader of this.#readers) reader(tenants, here);
  }

  #tellOthers(): void {
    this.#telling = undefined;
    if (this.#closed) return;
    const named = this.#untold.size <= maxNamed ? [...this.#untold].join(',') : '';
    this.#untold = new Set();
    this.#db
      .query('select pg_notify($1::text, $2::text)', [channel, `${this.#node} ${named}`])
      .catch((error: Error) => this.#log.debug(`other nodes were not told of new events: ${error.message}`));
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#telling);
    this.#readers.clear();
  }
}
