/**
 * The id of the conversation into which a conversation was merged, or of itself; null when it was deleted.
 */
export const conversationAfterMerges = (tenantId: string, conversationId: string): string =>
  `(with recursive followed(id, next, steps) as (
      select c.id, c.merged_into_id, 0 from communications_conversations c
      where c.tenant_id = ${tenantId} and c.id = ${conversationId}
      union all
      select c.id, c.merged_into_id, f.steps + 1 from followed f
      join communications_conversations c on c.tenant_id = ${tenantId} and c.id = f.next where f.steps < 50
    )
    select id from followed order by steps desc limit 1)`;
