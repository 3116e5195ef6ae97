import type { Transaction } from '#db/database.ts';

/** The tenant id of the rows. Limits apply across tenants, so their rows belong to no tenant. */
export const noTenant = '0';

interface AddedCount {
  readonly name: string;
  readonly key: Buffer;
  readonly count: number;
  /** The time until the window of this node ends. All nodes use the window of the first node that counts. */
  readonly leftMs: number;
}

interface WindowTotal {
  readonly key: Buffer;
  readonly count: number;
  readonly leftMs: number;
}

/**
 * Adds the counts of a node and returns the totals. Rows are locked in the order of their keys, so that nodes cannot
 * deadlock.
 */
export const addToWindows = (tx: Transaction, counts: readonly AddedCount[]): Promise<WindowTotal[]> =>
  tx.query<WindowTotal>(
    `insert into rate_windows as w (tenant_id, name, key, count, ends_at)
     select $1::bigint, given.name, given.key, given.count, now() + given.left_ms * interval '1 millisecond'
     from unnest($2::text[], $3::bytea[], $4::int[], $5::float8[]) as given (name, key, count, left_ms)
     order by given.name, given.key
     on conflict (tenant_id, name, key) do update set
       count = case when w.ends_at <= now() then excluded.count else w.count + excluded.count end,
       ends_at = case when w.ends_at <= now() then excluded.ends_at else w.ends_at end
     returning key, count, (extract(epoch from ends_at - now()) * 1000)::float8 as "leftMs"`,
    [
      noTenant,
      counts.map(({ name }) => name),
      counts.map(({ key }) => key),
      counts.map(({ count }) => count),
      counts.map(({ leftMs }) => leftMs),
    ],
  );
