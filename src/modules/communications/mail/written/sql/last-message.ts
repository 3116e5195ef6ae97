import type { Grant } from '#core/access/access.ts';
import type { TransactionContext } from '#core/context.ts';
import { scopedRows, tableAs, withinReach } from '#core/query/rows.ts';
import { Params, scoped } from '#db/params.ts';

/** The message that a reply answers: the last one that was received, else the last one that was sent. */
export async function findLastMessage(
  { tx, caller }: TransactionContext,
  grant: Grant,
  conversationId: string,
): Promise<string | undefined> {
  const params = new Params(caller.tenantId);
  const [row] = await tx.query<{ id: string }>(
    `select r.id from ${scoped(
      'r',
      `select t.id from ${tableAs(grant.model, 't')} where ${scopedRows(grant.model, 't')}
         and t.conversation_id = ${params.add(conversationId, 'uuid')}
         and coalesce(t.status, 'draft') not in ('draft', 'scheduled', 'cancelled', 'failed')
         and coalesce(t.category, 'personal') <> 'bounce'${withinReach(grant, 't', params)}
       order by t.direction = 'inbound' desc, coalesce(t.received_at, t.sent_at, t.created_at) desc, t.id desc limit 1`,
    )}`,
    params.values,
  );
  return row?.id;
}
