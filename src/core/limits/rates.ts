import { createHash } from 'node:crypto';
import ipaddr from 'ipaddr.js';
import type { Database, Lane } from '#db/database.ts';
import { LruMap } from '#lib/lru.ts';
import { type Context, laneOf, outsideTransaction } from '../context.ts';
import { AppError } from '../errors.ts';

declare module '../context.ts' {
  interface Services {
    readonly rates: Rates;
  }
}

export interface Rate {
  readonly name: string;
  readonly most: number;
  readonly perMs: number;
}

interface Counted {
  readonly allowed: boolean;
  /** Until the window ends. */
  readonly waitMs: number;
}

const maxRefused = 10_000;
/** A refusal is repeated from memory for this long: a flood of requests must not become one of statements. */
const refusedForMs = 1000;

/** Limits span tenants, and their rows belong to none. */
const nobody = '0';

const hashOf = (key: string): Buffer => createHash('sha256').update(key).digest();

/**
 * How often something happened lately, for each of many keys. It is counted in the database, so that a limit which protects
 * passwords holds however many nodes there are. Keys are stored as hashes, because most are addresses of people.
 */
export class Rates {
  readonly #db: Database;
  readonly #refused = new LruMap<string, { readonly untilMs: number; readonly endsAtMs: number }>(maxRefused);

  constructor(db: Database) {
    this.#db = db;
  }

  /** Counts one, or throws when there were too many. */
  async enter(context: Context, rate: Rate, key: string): Promise<void> {
    const name = `${rate.name} ${key}`;
    const refused = this.#refused.get(name);
    if (refused && refused.untilMs > Date.now()) throw tooMany(refused.endsAtMs - Date.now());
    const { allowed, waitMs } = await this.#count(laneOf(outsideTransaction(context), nobody), rate, key);
    if (allowed) return;
    const now = Date.now();
    this.#refused.set(name, { untilMs: now + Math.min(waitMs, refusedForMs), endsAtMs: now + waitMs });
    throw tooMany(waitMs);
  }

  /** Takes back one that turned out not to count. */
  async leave({ name }: Rate, key: string): Promise<void> {
    await this.#db.lookUps.transaction(nobody, (tx) =>
      tx.query(
        `update rate_windows set count = greatest(0, count - 1)
         where tenant_id = $1::bigint and name = $2::text and key = $3::bytea and ends_at > now()`,
        [nobody, name, hashOf(key)],
      ),
    );
  }

  async #count(lane: Lane, { name, most, perMs }: Rate, key: string): Promise<Counted> {
    const [counted] = await lane.transaction(nobody, (tx) =>
      tx.query<Counted>(
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
        [nobody, name, hashOf(key), most, perMs],
      ),
    );
    return counted as Counted;
  }
}

function tooMany(waitMs: number): AppError {
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
