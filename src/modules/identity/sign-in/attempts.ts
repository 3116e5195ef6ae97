import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Context, laneOf, outsideTransaction, type Services, type TransactionContext } from '#core/context.ts';
import { AppError } from '#core/errors.ts';

/** A try whose process died counts no longer after this. */
const abandonedMs = 15_000;
const firstPauseMs = 50;
const longestPauseMs = 1000;
const patienceMs = 20_000;

interface Found {
  readonly allowed: boolean;
  readonly lockedForMs: number | null;
}

/** An address in a tenant, known or not. It is kept as a hash: what strangers type is nobody's business. */
export interface Target {
  readonly tenantId: string;
  readonly address: Buffer;
}

/** A tenant that does not exist has addresses as well, so that it behaves like one that does. */
export const targetOf = (tenantId: string | undefined, accountKey: string, email: string): Target => ({
  tenantId: tenantId ?? '0',
  address: createHash('sha256').update(`${accountKey}\n${email.toLowerCase()}`).digest(),
});

/**
 * Allows one password to be tried, or refuses because the address is locked. Failures and tries under way are counted
 * together in the database, so that however many ask at once, on however many nodes, no more are tried than the limit
 * says. Those beyond it wait until the tries under way are decided.
 */
export async function beginAttempt(context: Context, { tenantId, address }: Target): Promise<void> {
  const { maxFailures } = context.services.settings.login;
  const lane = laneOf(outsideTransaction(context), tenantId);
  let pauseMs = firstPauseMs;
  for (const until = Date.now() + patienceMs; Date.now() < until; ) {
    const [found] = await lane.transaction(tenantId, (tx) =>
      tx.query<Found>(
        `with fresh as (
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
        select exists (select from fresh) as allowed,
          (select extract(epoch from a.locked_until - now()) * 1000 from sign_in_attempts a
            where a.tenant_id = $1::bigint and a.address = $2::bytea and a.locked_until > now())::float8 as "lockedForMs"`,
        [tenantId, address, maxFailures, abandonedMs],
      ),
    );
    if (found?.allowed) return;
    if (found?.lockedForMs) throw locked(found.lockedForMs);
    await sleep(pauseMs * (0.5 + Math.random()));
    pauseMs = Math.min(pauseMs * 2, longestPauseMs);
  }
  throw new AppError('rate_limited', 'Too many sign-ins for this address at once; try again in a moment.', [], {
    'retry-after': '5',
  });
}

/**
 * A success forgets the failures before it. How a try ended is written in the lane of look-ups, where nothing stops it when
 * the client hangs up.
 */
export async function succeeded({ db }: Services, { tenantId, address }: Target): Promise<void> {
  await db.lookUps.transaction(tenantId, async (tx) => {
    const left = await tx.query(
      `update sign_in_attempts set failures = 0, pending = greatest(0, pending - 1), locked_until = null, touched_at = now()
       where tenant_id = $1::bigint and address = $2::bytea and pending > 1 returning 1`,
      [tenantId, address],
    );
    if (left.length === 0)
      await tx.query('delete from sign_in_attempts where tenant_id = $1::bigint and address = $2::bytea', [
        tenantId,
        address,
      ]);
  });
}

/** True when this failure was the one that locks. */
export async function failed({ db, settings }: Services, { tenantId, address }: Target): Promise<boolean> {
  const { maxFailures, lockMs } = settings.login;
  const [row] = await db.lookUps.transaction(tenantId, (tx) =>
    tx.query<{ locked: boolean }>(
      `update sign_in_attempts set failures = failures + 1, pending = greatest(0, pending - 1), touched_at = now(),
        locked_until = case when failures + 1 >= $3::int then now() + $4::float8 * interval '1 millisecond' end
       where tenant_id = $1::bigint and address = $2::bytea returning locked_until is not null as locked`,
      [tenantId, address, maxFailures, lockMs],
    ),
  );
  return row?.locked ?? false;
}

/** A new password begins with no failures. True when there were some. */
export async function forgetFailures({ tx }: TransactionContext, { tenantId, address }: Target): Promise<boolean> {
  const gone = await tx.query<{ failures: number }>(
    'delete from sign_in_attempts where tenant_id = $1::bigint and address = $2::bytea returning failures',
    [tenantId, address],
  );
  return (gone[0]?.failures ?? 0) > 0;
}

/** The try was not decided: an error of ours, which is nobody's failure. */
export async function undecided({ db }: Services, { tenantId, address }: Target): Promise<void> {
  await db.lookUps.transaction(tenantId, (tx) =>
    tx.query(
      `update sign_in_attempts set pending = greatest(0, pending - 1) where tenant_id = $1::bigint and address = $2::bytea`,
      [tenantId, address],
    ),
  );
}

function locked(forMs: number): AppError {
  const seconds = Math.max(1, Math.ceil(forMs / 1000));
  const when = seconds < 120 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;
  return new AppError('account_locked', `Too many failed sign-ins: try again in ${when}, or reset the password.`, [], {
    'retry-after': String(seconds),
  });
}
