/** A request that waits for a connection. */
export interface Waiter {
  readonly tenant: string;
  readonly sinceMs: number;
  /** True when the client has disconnected, so that its answer is not needed. */
  isClientGone(): boolean;
  grant(): void;
  refuse(error: Error): void;
}

export interface ShareLimits {
  /** The total number of connections. */
  readonly size: number;
  readonly maxWaiting: number;
  readonly maxWaitingOfTenant: number;
  readonly maxWaitMs: number;
  /** A tenant counts as active for this long after its last statement. */
  readonly activeMs: number;
}

/** Thrown when no connection was free in time, or too many requests already wait. */
class NoConnection extends Error {
  readonly code = 'ATRIUM_NO_CONNECTION';
}

/** Thrown when the client disconnected before its statement ended. */
export class ClientGone extends Error {
  readonly code = 'ATRIUM_CLIENT_GONE';
}

interface Share {
  held: number;
  readonly waiting: Waiter[];
  /** The connections that the tenant may hold while others are active. */
  limit: number;
  /** The number of quick statements since the last change of the limit. */
  quick: number;
  slowAtMs: number;
}

/** A tenant's limit rises by one after this many quick statements. */
const quickUntilRaise = 10;
/** A limit that slow statements have lowered is reset after this long without a slow one. */
const slowResetMs = 10_000;

/**
 * Divides connections fairly among tenants. It only counts; the caller has the connections.
 *
 * - The last two free connections are reserved for tenants that hold none, so that a new tenant need not wait for others.
 * - No tenant holds more than half while another one holds a connection, waits, or was active in the last seconds.
 * - While others are active, a tenant's limit begins at a quarter. Quick statements raise it step by step up to half. Each
 *   slow one halves it, down to an eighth, because it costs the database more than a connection. TCP does the same with its
 *   window.
 * - A freed connection goes to the waiting tenants in turn, and within a tenant to the request that waits longest.
 * - The number of waiting requests and the time of a wait are limited.
 */
export class Shares {
  readonly #limits: ShareLimits;
  readonly #half: number;
  readonly #quarter: number;
  readonly #minimum: number;
  readonly #reserve: number;
  /** Tenants that hold connections or wait. */
  readonly #shares = new Map<string, Share>();
  /** Tenants that wait, in the order in which they are served. */
  readonly #queue = new Map<string, Share>();
  /** Tenants whose limit is lowered. They stay here while they are idle, until the limit is reset. */
  readonly #slow = new Map<string, Share>();
  #free: number;
  #waiting = 0;
  #refused = 0;
  /**
   * The last tenant that requested a connection, the time of its last request, and of the last request of another
   * tenant before it. They suffice to know when another tenant last requested one.
   */
  #latest = '';
  #latestMs = Number.NEGATIVE_INFINITY;
  #secondMs = Number.NEGATIVE_INFINITY;

  constructor(limits: ShareLimits) {
    this.#limits = limits;
    this.#free = limits.size;
    this.#half = Math.max(1, Math.floor(limits.size / 2));
    this.#quarter = Math.max(1, Math.floor(limits.size / 4));
    this.#minimum = Math.max(1, Math.floor(limits.size / 8));
    this.#reserve = Math.min(2, Math.floor(limits.size / 2));
  }

  /** The numbers of requests that hold a connection, that wait for one, and that were refused since the start. */
  get usage(): { readonly held: number; readonly waiting: number; readonly refused: number } {
    return { held: this.#limits.size - this.#free, waiting: this.#waiting, refused: this.#refused };
  }

  /** True when `sweep` has nothing to do. */
  get isIdle(): boolean {
    return this.#waiting === 0 && this.#slow.size === 0;
  }

  /** Takes a connection for the tenant; false when it must wait. */
  tryTake(tenant: string): boolean {
    const nowMs = Date.now();
    if (tenant !== this.#latest) {
      this.#secondMs = this.#latestMs;
      this.#latest = tenant;
    }
    this.#latestMs = nowMs;
    const share = this.#shares.get(tenant);
    if (!share) {
      if (this.#free === 0) return false;
      this.#shares.set(tenant, this.#newShare(1));
      this.#free -= 1;
      return true;
    }
    if (share.waiting.length > 0 || !this.#mayTake(tenant, share, nowMs)) return false;
    share.held += 1;
    this.#free -= 1;
    return true;
  }

  #newShare(held: number): Share {
    return { held, waiting: [], limit: this.#quarter, quick: 0, slowAtMs: 0 };
  }

  #mayTake(tenant: string, { held, waiting, limit }: Share, nowMs: number): boolean {
    if (this.#free === 0) return false;
    if (held === 0) return true;
    if (this.#free <= this.#reserve) return false;
    if (held < limit) return true;
    const othersHold = this.#limits.size - this.#free > held;
    const othersWait = this.#waiting > waiting.length;
    const othersAskedMs = tenant === this.#latest ? this.#secondMs : this.#latestMs;
    return !othersHold && !othersWait && nowMs - othersAskedMs > this.#limits.activeMs;
  }

  /** Queues a request. Throws when too many already wait. */
  wait(waiter: Waiter): void {
    const { tenant } = waiter;
    const share = this.#shares.get(tenant) ?? this.#newShare(0);
    const { maxWaiting, maxWaitingOfTenant } = this.#limits;
    if (share.waiting.length >= maxWaitingOfTenant || this.#waiting >= maxWaiting) {
      this.#refused += 1;
      throw new NoConnection(`${this.#waiting} requests wait for the database already`);
    }
    this.#shares.set(tenant, share);
    this.#queue.set(tenant, share);
    share.waiting.push(waiter);
    this.#waiting += 1;
  }

  /** Lowers the limit of a tenant when one of its statements is slow. */
  markSlow(tenant: string, nowMs = Date.now()): void {
    const share = this.#shares.get(tenant) as Share;
    share.limit = Math.max(this.#minimum, Math.floor(share.limit / 2));
    share.quick = 0;
    share.slowAtMs = nowMs;
    this.#slow.set(tenant, share);
  }

  release(tenant: string, wasSlow = false): void {
    const share = this.#shares.get(tenant) as Share;
    share.held -= 1;
    this.#free += 1;
    if (!wasSlow && share.limit < this.#half) this.#countQuick(tenant, share);
    if (this.#waiting > 0) this.#grant();
    this.#deleteIdle(tenant, share);
  }

  #countQuick(tenant: string, share: Share): void {
    share.quick += 1;
    if (share.quick < quickUntilRaise) return;
    share.quick = 0;
    share.limit += 1;
    if (share.limit >= this.#quarter) this.#slow.delete(tenant);
  }

  /**
   * Refuses requests that waited too long or whose client has disconnected, and grants connections that have become
   * available only by the passing of time.
   */
  sweep(nowMs = Date.now()): void {
    for (const [tenant, share] of this.#slow) {
      if (nowMs - share.slowAtMs < slowResetMs) continue;
      share.limit = this.#quarter;
      this.#slow.delete(tenant);
      this.#deleteIdle(tenant, share);
    }
    if (this.#waiting === 0) return;
    const earliestMs = nowMs - this.#limits.maxWaitMs;
    for (const [tenant, share] of this.#queue) {
      const ended = share.waiting.filter((waiter) => waiter.sinceMs < earliestMs || waiter.isClientGone());
      if (ended.length === 0) continue;
      const remaining = share.waiting.filter((waiter) => !ended.includes(waiter));
      share.waiting.splice(0, share.waiting.length, ...remaining);
      this.#waiting -= ended.length;
      if (remaining.length === 0) this.#queue.delete(tenant);
      this.#deleteIdle(tenant, share);
      for (const waiter of ended) {
        const isGone = waiter.isClientGone();
        if (!isGone) this.#refused += 1;
        waiter.refuse(
          isGone
            ? new ClientGone('the client disconnected while it waited')
            : new NoConnection('no connection was free in time'),
        );
      }
    }
    this.#grant();
  }

  #grant(): void {
    const nowMs = Date.now();
    // Skips at most as many tenants as there are connections, because a tenant that holds none may always take one.
    for (let next = this.#nextInQueue(nowMs); next; next = this.#nextInQueue(nowMs)) {
      const [tenant, share] = next;
      const waiter = share.waiting.shift() as Waiter;
      this.#queue.delete(tenant);
      if (share.waiting.length > 0) this.#queue.set(tenant, share);
      this.#waiting -= 1;
      this.#free -= 1;
      share.held += 1;
      waiter.grant();
    }
  }

  #nextInQueue(nowMs: number): [string, Share] | undefined {
    if (this.#free === 0) return undefined;
    for (const entry of this.#queue) if (this.#mayTake(entry[0], entry[1], nowMs)) return entry;
    return undefined;
  }

  #deleteIdle(tenant: string, share: Share): void {
    if (share.held === 0 && share.waiting.length === 0 && !this.#slow.has(tenant)) this.#shares.delete(tenant);
  }
}
