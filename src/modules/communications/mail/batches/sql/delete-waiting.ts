import type { Transaction } from '#db/database.ts';

export interface WaitingMails {
  readonly emailIds: readonly string[];
  /** The recipient rows of the mailing (emailSnapshotContacts) that belong to them. */
  readonly contactIds: readonly string[];
  /** True when nodes are working on other mails of the batch, or are claiming them. */
  readonly more: boolean;
}

/** Deletes mails of a batch from the outbox, except those claimed by a node. */
export async function deleteWaiting(
  tx: Transaction,
  tenantId: string,
  batchId: string,
  max: number,
): Promise<WaitingMails> {
  const [row] = await tx.query<WaitingMails>(
    `with waiting as materialized (
      select o.email_id from mail_outbox o where o.tenant_id = $1::bigint and o.batch_id = $2::uuid and o.claim is null
      order by o.next_at, o.email_id limit ${max} for update skip locked
    ), taken as (
      delete from mail_outbox o using waiting w where o.tenant_id = $1::bigint and o.email_id = w.email_id returning o.email_id
    )
    select coalesce((select array_agg(email_id) from taken), '{}') as "emailIds",
      coalesce((select array_agg(c.id) from taken join communications_email_snapshot_contacts c
        on c.tenant_id = $1::bigint and c.email_id = taken.email_id), '{}') as "contactIds",
      exists (select from mail_outbox o where o.tenant_id = $1::bigint and o.claim is not null and o.batch_id = $2::uuid)
        or exists (select from mail_outbox o where o.tenant_id = $1::bigint and o.batch_id = $2::uuid and o.claim is null
          and o.email_id not in (select email_id from waiting)) as more`,
    [tenantId, batchId],
  );
  return row as WaitingMails;
}
