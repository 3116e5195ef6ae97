import type { Transaction } from '#db/database.ts';
import type { ConversationAudience } from './audiences.ts';

export interface ShownMails {
  readonly conversationId: string;
  /** The text of the newest mail, or its HTML when it has no text. */
  readonly text: string | null;
  readonly html: string | null;
  /** The subject of the oldest mail; null when there is no mail. */
  readonly subject: string | null;
  /** True when one of the mails has the subject of the conversation. */
  readonly hasSubject: boolean;
}

/** Number of characters of a mail from which the preview is made. */
const maxRead = 20_000;

/** SQL for the mails that all viewers of the conversation may see. Texts of other mails must not appear in it. */
const shown = `from communications_emails e
  where e.tenant_id = $1::bigint and e.conversation_id = a.id
    and coalesce(e.status, 'draft') not in ('draft', 'scheduled', 'cancelled', 'failed')
    and (coalesce(e.visibility, 'everyone') = 'everyone' or (
      (a.visibility = 'private' or a.visibility = 'linked' and e.visibility = 'linked' and e.contact_id = a."contactId")
      and e.viewer_ids @> a."viewerIds" and coalesce(e.viewer_team_ids, '{}') @> a."viewerTeamIds"))`;
const at = 'coalesce(e.received_at, e.sent_at, e.created_at)';

/**
 * Reads the texts that conversations may show of their mails, leaving out conversations without a mail that all may see. The newest mail
 * is found before its text is read, because PostgreSQL would otherwise unpack the texts of all mails to sort them.
 */
export const readShownMails = (
  tx: Transaction,
  tenantId: string,
  audiences: readonly ConversationAudience[],
): Promise<ShownMails[]> =>
  tx.query<ShownMails>(
    `select a.id as "conversationId", left(m.text, ${maxRead}) as text,
       case when m.text is null then left(m.html, ${maxRead}) end as html,
       (select e.subject ${shown} order by ${at}, e.id limit 1) as subject,
       exists (select ${shown} and e.subject = a.subject) as "hasSubject"
     from jsonb_to_recordset($2::jsonb)
       a(id uuid, visibility text, "contactId" uuid, "viewerIds" uuid[], "viewerTeamIds" uuid[], subject text)
     cross join lateral (select e.id ${shown} order by ${at} desc, e.id desc limit 1) newest
     join communications_emails m on m.tenant_id = $1::bigint and m.id = newest.id`,
    [tenantId, JSON.stringify(audiences)],
  );
