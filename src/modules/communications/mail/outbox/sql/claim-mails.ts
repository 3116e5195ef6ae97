import type { Transaction } from '#db/database.ts';
import { type MailQueue, mailTable } from '../../queue/mail-queue.ts';

export interface ClaimedRow {
  readonly emailId: string;
  readonly tries: number;
  /** Only for mails of the platform: recipient and subject; the texts are encrypted. */
  readonly envelope: { readonly to: string; readonly subject: string } | null;
  readonly sealed: string | null;
  /** A link that only the mail contains, not its record; encrypted. */
  readonly sealedLink: string | null;
  /** Time that the mail has waited. */
  readonly waitedMs: number;
}

/** Claims due mails of a queue, or only those of the platform. Claims nothing from a paused batch. */
export const claimMails = (
  tx: Transaction,
  { tenantId, batchId, connectionId }: MailQueue,
  claim: string,
  max: number,
  onlyOfPlatform: boolean,
): Promise<ClaimedRow[]> =>
  mailTable.of(tx, tenantId, claim).claim<ClaimedRow>(
    {
      where: `${conditionOf(batchId, connectionId)}${onlyOfPlatform ? ' and q.sealed is not null' : ''}`,
      returning: `q.email_id as "emailId", q.tries, q.envelope, q.sealed, q.sealed_link as "sealedLink",
        (extract(epoch from clock_timestamp() - q.created_at) * 1000)::float8 as "waitedMs"`,
      max,
    },
    (batchId ?? connectionId) ? [batchId ?? connectionId] : [],
  );

function conditionOf(batchId: string | null, connectionId: string | null): string {
  if (batchId !== null)
    return `q.batch_id = $3::uuid
      and exists (select from mail_batches b where b.tenant_id = $1::bigint and b.id = $3::uuid and b.status = 'sending')`;
  return connectionId === null ? 'q.batch_id is null and q.connection_id is null' : 'q.connection_id = $3::uuid';
}
