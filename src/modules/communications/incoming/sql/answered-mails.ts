import type { Transaction } from '#db/database.ts';

export interface AnsweredMail {
  readonly id: string;
  readonly messageId: string | null;
}

/** Outgoing mails by their Message-IDs, or by the ids that their Message-IDs contain. */
export const findAnsweredMails = (
  tx: Transaction,
  tenantId: string,
  messageIds: readonly string[],
  ids: readonly string[],
): Promise<AnsweredMail[]> =>
  tx.query<AnsweredMail>(
    `select e.id, e.message_id as "messageId" from communications_emails e
     where e.tenant_id = $1::bigint and e.message_id = any($2::text[]) and e.direction = 'outbound'
     union select e.id, e.message_id from communications_emails e
     where e.tenant_id = $1::bigint and e.id = any($3::uuid[]) and e.direction is distinct from 'inbound'
     order by 1`,
    [tenantId, messageIds, ids],
  );

/**
 * Personal mails that were stored before the mails which they answer: messages are read from the newest to the oldest.
 */
export const findEarlyReplies = (
  tx: Transaction,
  tenantId: string,
  messageIds: readonly string[],
): Promise<{ inReplyTo: string; at: Date }[]> =>
  tx.query(
    `select in_reply_to as "inReplyTo", min(received_at) as at from communications_emails
     where tenant_id = $1::bigint and "references" && $2::text[] and in_reply_to = any($2::text[])
       and direction = 'inbound' and category = 'personal' and received_at is not null
     group by in_reply_to`,
    [tenantId, messageIds],
  );
