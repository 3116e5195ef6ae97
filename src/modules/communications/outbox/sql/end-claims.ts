import type { Transaction } from '#db/database.ts';

/** Deletes mails whose result is known. Returns the ids of those that this claim still had. */
export async function deleteMails(
  tx: Transaction,
  tenantId: string,
  claim: string,
  emailIds: readonly string[],
): Promise<Set<string>> {
  if (emailIds.length === 0) return new Set();
  const rows = await tx.query<{ id: string }>(
    `delete from mail_outbox where tenant_id = $1::bigint and email_id = any($3::uuid[]) and claim = $2::uuid
     returning email_id as id`,
    [tenantId, claim, emailIds],
  );
  return new Set(rows.map(({ id }) => id));
}

export interface Postponed {
  readonly emailId: string;
  readonly delayMs: number;
  readonly countsAsTry: boolean;
  readonly error: string | null;
}

/** Makes mails due again after a delay. Returns the ids of those that this claim still had. */
export async function postponeMails(
  tx: Transaction,
  tenantId: string,
  claim: string,
  mails: readonly Postponed[],
): Promise<Set<string>> {
  if (mails.length === 0) return new Set();
  const rows = await tx.query<{ id: string }>(
    `update mail_outbox o set claim = null, started_at = null, lease_until = null, tries = o.tries + p.tries,
       error = coalesce(p.error, o.error),
       next_at = clock_timestamp() + p.delay_ms * interval '1 millisecond'
     from unnest($3::uuid[], $4::float8[], $5::int[], $6::text[]) p(email_id, delay_ms, tries, error)
     where o.tenant_id = $1::bigint and o.email_id = p.email_id and o.claim = $2::uuid
     returning o.email_id as id`,
    [
      tenantId,
      claim,
      mails.map(({ emailId }) => emailId),
      mails.map(({ delayMs }) => delayMs),
      mails.map(({ countsAsTry }) => Number(countsAsTry)),
      mails.map(({ error }) => error),
    ],
  );
  return new Set(rows.map(({ id }) => id));
}

/** Releases all mails of a claim that were not handed over. */
export const releaseClaim = (tx: Transaction, tenantId: string, claim: string): Promise<unknown> =>
  tx.query(
    `update mail_outbox set claim = null, lease_until = null
     where tenant_id = $1::bigint and claim = $2::uuid and started_at is null`,
    [tenantId, claim],
  );

/**
 * Ends claims that nobody renewed. Mails that were not handed over are due again. Returns those that were: nobody knows whether
 * they were sent, and they are out of the queue.
 */
export async function endExpired(tx: Transaction, tenantId: string): Promise<{ emailId: string; platform: boolean }[]> {
  await tx.query(
    `update mail_outbox set claim = null, lease_until = null
     where tenant_id = $1::bigint and claim is not null and lease_until < clock_timestamp() and started_at is null`,
    [tenantId],
  );
  return tx.query<{ emailId: string; platform: boolean }>(
    `delete from mail_outbox
     where tenant_id = $1::bigint and claim is not null and lease_until < clock_timestamp() and started_at is not null
     returning email_id as "emailId", sealed is not null as platform`,
    [tenantId],
  );
}
