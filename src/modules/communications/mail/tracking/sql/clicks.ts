import type { Transaction } from '#db/database.ts';

interface RecordedClick {
  readonly emailId: string;
  readonly at: Date;
  readonly link: string;
}

/** Clicks of mails since a time, including those of machines. */
export const readClicks = (
  tx: Transaction,
  tenantId: string,
  emailIds: readonly string[],
  since: Date,
): Promise<RecordedClick[]> =>
  tx.query<RecordedClick>(
    `select email_id as "emailId", at, link from mail_facts
     where tenant_id = $1::bigint and email_id = any($2::uuid[]) and kind in ('clicked', 'machineClicked')
       and at >= $3::timestamptz and link is not null`,
    [tenantId, emailIds, since],
  );
