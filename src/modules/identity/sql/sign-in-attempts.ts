import type { Lane, Transaction } from '#db/database.ts';

/** An address in a tenant. Addresses without a user are counted too. */
export interface AttemptTarget {
  readonly tenantId: string;
  /** SHA-256, so that the table does not store addresses that strangers typed. */
  readonly address: Buffer;
}

interface AttemptClaim {
  readonly allowed: boolean;
  /** Null unless the address is locked. */
  readonly lockedForMs: number | null;
}

/**
 * Claims one attempt, if failures and pending attempts together are below `maxFailures`. Check and increment are one
 * statement, so that concurrent requests on any number of nodes cannot exceed the limit. Pending attempts older than
 * `abandonedMs` do not count: their process died.
 */
export async function claimAttempt(
  lane: Lane,
  { tenantId, address }: AttemptTarget,
  { maxFailures, abandonedMs }: { readonly maxFailures: number; readonly abandonedMs: number },
): Promise<AttemptClaim | undefined> {
  const [claim] = await lane.transaction(tenantId, (tx) =>
    tx.query<AttemptClaim>(
      `with claimed as (
        insert into sign_in_attempts as a (tenant_id, address, pending) values ($1::bigint, $2::bytea, 1)
        on conflict (tenant_id, address) do update set
          failures = case when a.locked_until <= now() then 0 else a.failures end,
          pending = case when a.touched_at < now() - $4::int * interval '1 millisecond' then 0 else a.pending end + 1,
          locked_until = null, touched_at = now()
        where (a.locked_until is null or a.locked_until <= now())
          and case when a.locked_until <= now() then 0 else a.failures end
            + case when a.touched_at < now() - $4::int * interval '1 millisecond' then 0 else a.pending end < $3::int
        returning 1
      )
      select exists (select from claimed) as allowed,
        (select extract(epoch from a.locked_until - now()) * 1000 from sign_in_attempts a
          where a.tenant_id = $1::bigint and a.address = $2::bytea and a.locked_until > now())::float8 as "lockedForMs"`,
      [tenantId, address, maxFailures, abandonedMs],
    ),
  );
  return claim;
}

/** Ends a pending attempt and clears the failures. The row is deleted when no other attempt is pending. */
export const recordSuccess = (lane: Lane, { tenantId, address }: AttemptTarget): Promise<void> =>
  lane.transaction(tenantId, async (tx) => {
    const updated = await tx.query(
      `update sign_in_attempts set failures = 0, pending = greatest(0, pending - 1), locked_until = null, touched_at = now()
       where tenant_id = $1::bigint and address = $2::bytea and pending > 1 returning 1`,
      [tenantId, address],
    );
    if (updated.length === 0)
      await tx.query('delete from sign_in_attempts where tenant_id = $1::bigint and address = $2::bytea', [
        tenantId,
        address,
      ]);
  });

/** Ends a pending attempt and counts a failure. True when this failure locks the address. */
export async function recordFailure(
  lane: Lane,
  { tenantId, address }: AttemptTarget,
  { maxFailures, lockMs }: { readonly maxFailures: number; readonly lockMs: number },
): Promise<boolean> {
  const [row] = await lane.transaction(tenantId, (tx) =>
    tx.query<{ locked: boolean }>(
      `update sign_in_attempts set failures = failures + 1, pending = greatest(0, pending - 1), touched_at = now(),
        locked_until = case when failures + 1 >= $3::int then now() + $4::float8 * interval '1 millisecond' end
       where tenant_id = $1::bigint and address = $2::bytea returning locked_until is not null as locked`,
      [tenantId, address, maxFailures, lockMs],
    ),
  );
  return row?.locked ?? false;
}

/** Ends a pending attempt without a result. */
export const releaseAttempt = (lane: Lane, { tenantId, address }: AttemptTarget): Promise<unknown> =>
  lane.transaction(tenantId, (tx) =>
    tx.query(
      `update sign_in_attempts set pending = greatest(0, pending - 1) where tenant_id = $1::bigint and address = $2::bytea`,
      [tenantId, address],
    ),
  );

/** Deletes the attempts. True when there were failures. */
export async function deleteAttempts(tx: Transaction, { tenantId, address }: AttemptTarget): Promise<boolean> {
  const deleted = await tx.query<{ failures: number }>(
    'delete from sign_in_attempts where tenant_id = $1::bigint and address = $2::bytea returning failures',
    [tenantId, address],
  );
  return (deleted[0]?.failures ?? 0) > 0;
}
