/** A request that waits for a connection. */
export interface Waiter {
  readonly tenant: string;
  readonly sinceMs: number;
  /** True when the client has hung up, so that nobody needs the answer. */
  gone(): boolean;
  granted(): void;
  refused(error: Error): void;
}

export interface ShareLimits {
  /** Connections in total. */
  readonly size: number;
  readonly maxWaiting: number;
  readonly maxWaitingOfTenant: number;
  readonly longestWaitMs: number;
  /** A tenant counts as active for this long after its last statement. */
  readonly activeMs: number;
}

/** No connection was free in time, or too many requests wait already. */
class NoConnection extends Error {
  readonly code = 'ATRIUM_NO_CONNECTION';
}

/** The client hung up before its statement ended. */
export class ClientGone extends Error {
  readonly code = 'ATRIUM_CLIENT_GONE';
}

interface Share {
  held: number;
  readonly waiting: Waiter[];
  /** Connections that the tenant may hold while others are active. */
  limit: number;
  /** Quick statements since the limit changed last. */
  quick: number;
  slowAtMs: number;
}

/** A tenant's limit rises by one after this many quick statements. */
const quickToRise = 10;
/** A limit that slow statements have lowered is forgotten when none was slow for this long. */
const slowForgottenMs = 10_000;

/**
 * Divides connections fairly among tenants. It only counts: the connections themselves are the caller's.
 *
 * - The last two free connections go only to tenants that hold none, so that a newcomer need not wait for others.
 * - No tenant holds more than half while another one holds a connection, waits, or was active in the last seconds.
 * - Beside others a tenant begins with a quarter. Quick statements raise that step by step up to half; each slow one, which
 *   costs the database more than a connection, halves it, down to an eighth. A sender does the same with its window in TCP.
 * - A freed connection goes to the waiting tenants in turn, and within a tenant to the request that came first.
 * - Waiting is bounded in number and time.
 */
export class Shares {
  readonly #limits: ShareLimits;
  readonly #half: number;
  readonly #quarter: number;
  readonly #least: number;
  readonly #reserve: number;
  /** Tenants that hold or wait. */
  readonly #shares = new Map<string, Share>();
  /** Tenants that wait, in the order of their turns. */
  readonly #turns = new Map<string, Share>();
  /** Tenants whose limit slow statements have lowered. They are remembered for a while after they are idle. */
  readonly #slow = new Map<string, Share>();
  #free: number;
  #waiting = 0;
  #refused = 0;
  /** The two tenants that asked last, which is enough to know whether any other tenant than a given one is active. */
  #latest = '';
  #latestMs = Number.NEGATIVE_INFINITY;
  #secondMs = Number.NEGATIVE_INFINITY;

  constructor(limits: ShareLimits) {
    this.#limits = limits;
    this.#free = limits.size;
    this.#half = Math.max(1, Math.floor(limits.size / 2));
    this.#quarter = Math.max(1, Math.floor(limits.size / 4));
    this.#least = Math.max(1, Math.floor(limits.size / 8));
    this.#reserve = Math.min(2, Math.floor(limits.size / 2));
  }

  /** How many hold a connection and wait for one now, and how many were refused since the start. */
  get usage(): { readonly held: number; readonly waiting: number; readonly refused: number } {
    return { held: this.#limits.size - this.#free, waiting: this.#waiting, refused: this.#refused };
  }

  /** True when `sweep` has nothing to do. */
  get settled(): boolean {
    return this.#waiting === 0 && this.#slow.size === 0;
  }

  /** Takes a connection for the tenant, if it may have one now. */
  take(tenant: string): boolean {
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

  /** Lines a request up; throws when too many wait already. */
  wait(waiter: Waiter): void {
    const { tenant } = waiter;
    const share = this.#shares.get(tenant) ?? this.#newShare(0);
    const { maxWaiting, maxWaitingOfTenant } = this.#limits;
    if (share.waiting.length >= maxWaitingOfTenant || this.#waiting >= maxWaiting) {
      this.#refused += 1;
      throw new NoConnection(`${this.#waiting} requests wait for the database already`);
    }
    this.#shares.set(tenant, share);
    this.#turns.set(tenant, share);
    share.waiting.push(waiter);
    this.#waiting += 1;
  }

  /** Lowers the limit of a tenant that holds a connection for long. */
  slow(tenant: string, nowMs = Date.now()): void {
    const share = this.#shares.get(tenant) as Share;
    share.limit = Math.max(this.#least, Math.floor(share.limit / 2));
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
    this.#forgetIdle(tenant, share);
  }

  #countQuick(tenant: string, share: Share): void {
    share.quick += 1;
    if (share.quick < quickToRise) return;
    share.quick = 0;
    share.limit += 1;
    if (share.limit >= this.#quarter) this.#slow.delete(tenant);
  }

  /** Ends waits that took too long or whose client is gone. What time alone permits is granted here as well. */
  sweep(nowMs = Date.now()): void {
    for (const [tenant, share] of this.#slow) {
      if (nowMs - share.slowAtMs < slowForgottenMs) continue;
      share.limit = this.#quarter;
      this.#slow.delete(tenant);
      this.#forgetIdle(tenant, share);
    }
    if (this.#waiting === 0) return;
    const oldestMs = nowMs - this.#limits.longestWaitMs;
    for (const [tenant, share] of this.#turns) {
      const ended = share.waiting.filter((waiter) => waiter.sinceMs < oldestMs || waiter.gone());
      if (ended.length === 0) continue;
      const kept = share.waiting.filter((waiter) => !ended.includes(waiter));
      share.waiting.splice(0, share.waiting.length, ...kept);
      this.#waiting -= ended.length;
      if (kept.length === 0) this.#turns.delete(tenant);
      this.#forgetIdle(tenant, share);
      for (const waiter of ended) {
        const gone = waiter.gone();
        if (!gone) this.#refused += 1;
        waiter.refused(
          gone
            ? new ClientGone('the client hung up while it waited')
            : new NoConnection('no connection was free in time'),
        );
      }
    }
    this.#grant();
  }

  #grant(): void {
    const nowMs = Date.now();
    // At most as many tenants are passed over as there are connections: one that holds none may always have one.
    for (let next = this.#nextTurn(nowMs); next; next = this.#nextTurn(nowMs)) {
      const [tenant, share] = next;
      const waiter = share.waiting.shift() as Waiter;
      this.#turns.delete(tenant);
      if (share.waiting.length > 0) this.#turns.set(tenant, share);
      this.#waiting -= 1;
      this.#free -= 1;
      share.held += 1;
      waiter.granted();
    }
  }

  #nextTurn(nowMs: number): [string, Share] | undefined {
    if (this.#free === 0) return undefined;
    for (const turn of this.#turns) if (this.#mayTake(turn[0], turn[1], nowMs)) return turn;
    return undefined;
  }

  #forgetIdle(tenant: string, share: Share): void {
    if (share.held === 0 && share.waiting.length === 0 && !this.#slow.has(tenant)) this.#shares.delete(tenant);
  }
}
