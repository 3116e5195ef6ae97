import type { Transaction } from '#db/database.ts';

interface FailedMail {
  readonly id: string;
  /** Its recipient row in the mailing (emailSnapshotContacts). */
  readonly contactId: string | null;
}

export const failedMails = (
  tx: Transaction,
  tenantId: string,
  batchId: string,
  includeUnconfirmed: boolean,
  limit: number,
): Promise<FailedMail[]> =>
  tx.query<FailedMail>(
    `select e.id, (select c.id from communications_email_snapshot_contacts c
       where c.tenant_id = $1::bigint and c.email_id = e.id limit 1) as "contactId"
     from communications_emails e
     where e.tenant_id = $1::bigint and e.batch_id = $2::text and e.status = 'failed' and ($3::boolean or e.unconfirmed is not true)
     limit ${limit}`,
    [tenantId, batchId, includeUnconfirmed],
  );

/** Deletes the failures of mails that are sent again. Returns how many of them the counters of records contain. */
export async function deleteFailureFacts(
  tx: Transaction,
  tenantId: string,
  emailIds: readonly string[],
): Promise<number> {
  const [row] = await tx.query<{ counted: number }>(
    `with facts as (
      delete from mail_facts where tenant_id = $1::bigint and email_id = any($2::uuid[]) and kind = 'failed' returning 1
    ), uncounted as (
      delete from mail_uncounted where tenant_id = $1::bigint and email_id = any($2::uuid[]) and kind = 'failed' returning 1
    )
    select ((select count(*) from facts) - (select count(*) from uncounted))::int as counted`,
    [tenantId, emailIds],
  );
  return row?.counted ?? 0;
}
