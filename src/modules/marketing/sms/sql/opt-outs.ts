import type { Transaction } from '#db/database.ts';

/** The number gets no more messages. Those that wait for it are not sent. */
export async function optOut(tx: Transaction, tenantId: string, phone: string, phoneKey: string): Promise<void> {
  await tx.query(
    `insert into sms_opt_outs (tenant_id, phone_key, phone) values ($1::bigint, $2::text, $3::text) on conflict do nothing`,
    [tenantId, phoneKey, phone],
  );
  await tx.query(
    `update sms_messages set status = 'optedOut', changed_at = clock_timestamp()
     where tenant_id = $1::bigint and phone_key = $2::text and status = 'queued'`,
    [tenantId, phoneKey],
  );
}

/** The number may get messages again. Those that were not sent meanwhile stay unsent. */
export const optIn = (tx: Transaction, tenantId: string, phoneKey: string): Promise<unknown> =>
  tx.query('delete from sms_opt_outs where tenant_id = $1::bigint and phone_key = $2::text', [tenantId, phoneKey]);

/** Messages that were added while their numbers opted out. */
export const markOptedOut = (tx: Transaction, tenantId: string, channelId: string): Promise<unknown> =>
  tx.query(
    `update sms_messages m set status = 'optedOut', changed_at = clock_timestamp() from sms_opt_outs o
     where m.tenant_id = $1::bigint and m.channel_id = $2::uuid and m.status = 'queued'
       and o.tenant_id = $1::bigint and o.phone_key = m.phone_key`,
    [tenantId, channelId],
  );
