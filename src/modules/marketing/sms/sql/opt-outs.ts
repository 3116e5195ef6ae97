import type { Transaction } from '#db/database.ts';

/**
 * SQL that is true when a number gets no text messages of the tenant `$1`. phone_key uses the index; same_phone tells
 * numbers with the same last digits apart.
 */
export const isOptedOut = (phone: string): string => `exists (select from marketing_sms_opt_outs o
  where o.tenant_id = $1::bigint and o.phone_key = phone_key(${phone}) and o.active and same_phone(o.phone, ${phone}))`;

interface OptOut {
  readonly id: string;
  readonly active: boolean;
  readonly notes: string | null;
}

/**
 * The opt-outs of a number, active ones first. The lock lasts until the transaction ends, so that two transactions do
 * not both find none and create two.
 */
export async function lockOptOuts(tx: Transaction, tenantId: string, phone: string): Promise<OptOut[]> {
  await tx.query(
    `select pg_advisory_xact_lock(hashtextextended('sms opt-out ' || $1::text || ' ' || phone_key($2::text), 0))`,
    [tenantId, phone],
  );
  return tx.query<OptOut>(
    `select id, coalesce(active, false) as active, notes from marketing_sms_opt_outs
     where tenant_id = $1::bigint and phone_key = phone_key($2::text) and same_phone(phone, $2::text)
     order by active desc nulls last, id`,
    [tenantId, phone],
  );
}

/** Marks the waiting messages of a number as opted out, so that they are not sent. */
export const stopWaiting = (tx: Transaction, tenantId: string, phone: string): Promise<unknown> =>
  tx.query(
    `update sms_messages set status = 'optedOut', changed_at = clock_timestamp()
     where tenant_id = $1::bigint and phone_key = phone_key($2::text) and same_phone(phone, $2::text) and status = 'queued'`,
    [tenantId, phone],
  );

export async function hasOptedOut(tx: Transaction, tenantId: string, phone: string): Promise<boolean> {
  const rows = await tx.query(`select 1 where ${isOptedOut('$2::text')}`, [tenantId, phone]);
  return rows.length > 0;
}

/**
 * Marks messages of a queue that were added while their numbers opted out. Claimed messages are checked when they are
 * started.
 */
export const markOptedOut = (tx: Transaction, tenantId: string, queueId: string): Promise<unknown> =>
  tx.query(
    `update sms_messages m set status = 'optedOut', changed_at = clock_timestamp()
     where m.tenant_id = $1::bigint and m.queue_id = $2::uuid and m.status = 'queued'
       and m.claim is null and ${isOptedOut('m.phone')}`,
    [tenantId, queueId],
  );
