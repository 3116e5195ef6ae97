import { createHash } from 'node:crypto';
import ipaddr from 'ipaddr.js';
import type { Database, Lane } from '#db/database.ts';
import { LruMap } from '#lib/lru.ts';
import { type Context, laneOf, outsideTransaction } from '../context.ts';
import { AppError } from '../errors.ts';
import { noTenant } from './sql/add-to-windows.ts';

declare module '../context.ts' {
  interface Services {
    readonly rates: Rates;
  }
}

/** A rate limit: `max` events of a key per window of `perMs`. */
export interface Rate {
  readonly name: string;
  readonly max: number;
  readonly perMs: number;
}

interface CountResult {
  readonly allowed: boolean;
  /** The time until the window ends. */
  readonly waitMs: number;
}

const maxCachedRefusals = 10_000;
/** Refusals are cached for this time, so that a flood of requests does not cause a flood of statements. */
const refusalCacheMs = 1000;

const hashOf = (key: string): Buffer => createHash('sha256').update(key).digest();

/**
 * Rate limits per key, such as an IP address. They are counted in the database, because limits that protect passwords
 * must apply across all nodes. Keys are stored as hashes, because most are personal data (IP or email addresses).
 */
export class Rates {
  readonly #db: Database;
  readonly #refused = new LruMap<string, { readonly cachedUntilMs: number; readonly endsAtMs: number }>(
    maxCachedRefusals,
  );

  constructor(db: Database) {
    this.#db = db;
  }

  /** Counts one event. Throws when the limit is reached. */
  async enter(context: Context, rate: Rate, key: string): Promise<void> {
    const cacheKey = `${rate.name} ${key}`;
    const refused = this.#refused.get(cacheKey);
    if (refused && refused.cachedUntilMs > Date.now()) throw tooMany(refused.endsAtMs - Date.now());
    const { allowed, waitMs } = await this.#count(laneOf(outsideTransaction(context), noTenant), rate, key);
    if (allowed) return;
    const now = Date.now();
    this.#refused.set(cacheKey, { cachedUntilMs: now + Math.min(waitMs, refusalCacheMs), endsAtMs: now + waitMs });
    throw tooMany(waitMs);
  }

  /** Undoes `enter`, for an event that does not count. */
  async leave({ name }: Rate, key: string): Promise<void> {
    await this.#db.lookUps.transaction(noTenant, (tx) =>
      tx.query(
        `update rate_windows set count = greatest(0, count - 1)
         where tenant_id = $1::bigint and name = $2::text and key = $3::bytea and ends_at > now()`,
        [noTenant, name, hashOf(key)],
      ),
    );
  }

  async #count(lane: Lane, { name, max, perMs }: Rate, key: string): Promise<CountResult> {
    const [result] = await lane.transaction(noTenant, (tx) =>
      tx.query<CountResult>(
        `with counted as (
          insert into rate_windows as w (tenant_id, name, key, count, ends_at)
          values ($1::bigint, $2::text, $3::bytea, 1, now() + $5::float8 * interval '1 millisecond')
          on conflict (tenant_id, name, key) do update set
            count = case when w.ends_at <= now() then 1 else w.count + 1 end,
            ends_at = case when w.ends_at <= now() then excluded.ends_at else w.ends_at end
          where w.ends_at <= now() or w.count < $4::int
          returning 1
        )
        select exists (select from counted) as allowed, coalesce((
          select extract(epoch from w.ends_at - now()) * 1000 from rate_windows w
          where w.tenant_id = $1::bigint and w.name = $2::text and w.key = $3::bytea), 0)::float8 as "waitMs"`,
        [noTenant, name, hashOf(key), max, perMs],
      ),
    );
    return result as CountResult;
  }
}

export function tooMany(waitMs: number): AppError {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  return new AppError('rate_limited', `Too many requests of this kind; try again in ${seconds} seconds.`, [], {
    'retry-after': String(seconds),
  });
}

/** Rate limits use the /64 prefix of an IPv6 address, because one subscriber owns the whole /64. */
export function networkOf(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  return address.kind() === 'ipv6' ? (address as ipaddr.IPv6).parts.slice(0, 4).join(':') : address.toString();
}
