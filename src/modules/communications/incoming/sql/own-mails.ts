import type { Transaction } from '#db/database.ts';

/** A mail that the platform sent. */
export interface OwnMail {
  readonly id: string;
  readonly messageId: string | null;
  readonly from: string | null;
  readonly conversationId: string | null;
}

/**
 * Mails of the platform by their Message-IDs, or by the ids that their Message-IDs contain. Mails read from a mailbox
 * are not included.
 */
export const findOwnMails = (
  tx: Transaction,
  tenantId: string,
  messageIds: readonly string[],
  ids: readonly string[],
): Promise<OwnMail[]> =>
  tx.query<OwnMail>(
    `select e.id, e.message_id as "messageId", lower(e."from") as "from", e.conversation_id as "conversationId"
     from (
       select e.id from communications_emails e where e.tenant_id = $1::bigint and e.message_id = any($2::text[])
       union select e.id from communications_emails e where e.tenant_id = $1::bigint and e.id = any($3::uuid[])
     ) found join communications_emails e on e.tenant_id = $1::bigint and e.id = found.id
     where e.direction is distinct from 'inbound' and coalesce(e.status, 'draft') not in ('draft', 'scheduled', 'cancelled')
       and not exists (select from mailbox_messages m where m.tenant_id = $1::bigint and m.email_id = e.id and not m.sent_here)
     order by e.id`,
    [tenantId, messageIds, ids],
  );
