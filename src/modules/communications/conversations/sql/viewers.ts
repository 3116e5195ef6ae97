import type { Transaction } from '#db/database.ts';

export type Viewers = {
  readonly contactId: string | null;
  readonly visibility: string | null;
  readonly viewerIds: string[] | null;
  readonly viewerTeamIds: string[] | null;
};

/** Reads who may see a conversation and locks it until the transaction ends; undefined when it does not exist. */
export async function readViewers(tx: Transaction, tenantId: string, id: string): Promise<Viewers | undefined> {
  const [row] = await tx.query<Viewers>(
    `select c.contact_id as "contactId", c.visibility, c.viewer_ids as "viewerIds",
       c.viewer_team_ids as "viewerTeamIds"
     from communications_conversations c where c.tenant_id = $1::bigint and c.id = $2::uuid for share`,
    [tenantId, id],
  );
  return row;
}
