import type { Transaction } from '#db/database.ts';

interface UnsharedComment {
  readonly id: string;
  readonly contactId: string | null;
  readonly visibility: string | null;
  readonly viewerIds: readonly string[] | null;
  readonly viewerTeamIds: readonly string[] | null;
}

/** Comments whose viewers differ from those of their conversations, with the viewers that they should have. */
export const findUnsharedComments = (
  tx: Transaction,
  tenantId: string,
  conversationIds: readonly string[],
): Promise<UnsharedComment[]> =>
  tx.query<UnsharedComment>(
    `select m.id, c.contact_id as "contactId", c.visibility, c.viewer_ids as "viewerIds",
       c.viewer_team_ids as "viewerTeamIds"
     from communications_conversations c
     join communications_comments m on m.tenant_id = $1::bigint and m.conversation_id = c.id
     where c.tenant_id = $1::bigint and c.id = any($2::uuid[]) and (
       m.contact_id is distinct from c.contact_id or m.visibility is distinct from c.visibility
       or coalesce(m.viewer_ids, '{}') <> coalesce(c.viewer_ids, '{}')
       or coalesce(m.viewer_team_ids, '{}') <> coalesce(c.viewer_team_ids, '{}'))`,
    [tenantId, conversationIds],
  );
