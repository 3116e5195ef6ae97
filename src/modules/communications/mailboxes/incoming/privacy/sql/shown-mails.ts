import type { Transaction } from '#db/database.ts';
import type { ConversationAudience } from './audiences.ts';

export interface ShownMails {
  readonly conversationId: string;
  /** Of the newest mail. The HTML of a mail that has no text. */
  readonly text: string | null;
  readonly html: string | null;
  /** Of the oldest mail; null when there is no mail. */
  readonly subject: string | null;
  /** Whether one of the mails has the subject that the conversation has. */
  readonly hasSubject: boolean;
}

/** Characters of a mail that a preview is made of. */
const maxRead = 20_000;

/** SQL of the mails of a conversation that all who see the conversation see. Others would show in it what they should not. */
const shown = `from communications_emails e
  where e.tenant_id = $1::bigint and e.conversation_id = a.id
    and coalesce(e.status, 'draft') not in ('draft', 'scheduled', 'cancelled', 'failed')
    and (coalesce(e.visibility, 'everyone') = 'everyone' or (
      (a.visibility = 'private' or a.visibility = 'linked' and e.visibility = 'linked' and e.contact_id = a."contactId")
      and e.viewer_ids @> a."viewerIds" and coalesce(e.viewer_team_ids, '{}') @> a."viewerTeamIds"))`;
const at = 'coalesce(e.received_at, e.sent_at, e.created_at)';

/**
 * What conversations may show of their mails. Those without a mail that all may see are left out. The newest mail is found before its text is
 * read: PostgreSQL would unpack the texts of all mails to sort them.
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
