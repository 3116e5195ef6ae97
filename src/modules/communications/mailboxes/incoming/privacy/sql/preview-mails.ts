import type { Transaction } from '#db/database.ts';
import type { ConversationAudience } from './audiences.ts';

export interface PreviewMail {
  readonly conversationId: string;
  readonly text: string | null;
  readonly html: string | null;
}

/** Characters of a mail that a preview is made of. */
const maxRead = 20_000;

/** The newest mail of each conversation that all who see the conversation see. Others would show in it what they should not. */
export const readPreviewMails = (
  tx: Transaction,
  tenantId: string,
  audiences: readonly ConversationAudience[],
): Promise<PreviewMail[]> =>
  tx.query<PreviewMail>(
    `select a.id as "conversationId", m.text, m.html
     from jsonb_to_recordset($2::jsonb) a(id uuid, visibility text, "contactId" uuid, "viewerIds" uuid[], "viewerTeamIds" uuid[])
     cross join lateral (
       select left(e.text, ${maxRead}) as text, left(e.html, ${maxRead}) as html from communications_emails e
       where e.tenant_id = $1::bigint and e.conversation_id = a.id
         and coalesce(e.status, 'draft') not in ('draft', 'scheduled', 'cancelled', 'failed')
         and (coalesce(e.visibility, 'everyone') = 'everyone' or (
           (a.visibility = 'private' or a.visibility = 'linked' and e.visibility = 'linked' and e.contact_id = a."contactId")
           and e.viewer_ids @> a."viewerIds" and coalesce(e.viewer_team_ids, '{}') @> a."viewerTeamIds"))
       order by coalesce(e.received_at, e.sent_at, e.created_at) desc, e.id desc limit 1
     ) m`,
    [tenantId, JSON.stringify(audiences)],
  );
