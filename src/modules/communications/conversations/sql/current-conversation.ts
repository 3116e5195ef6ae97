import type { Transaction } from '#db/database.ts';

/** Follows merged conversations to the one that has their messages now. */
export async function followMerges(tx: Transaction, tenantId: string, id: string): Promise<string> {
  const [row] = await tx.query<{ id: string }>(
    `with recursive path as (
       select c.id, c.merged_into_id, 0 as steps from communications_conversations c
       where c.tenant_id = $1::bigint and c.id = $2::uuid
       union all
       select c.id, c.merged_into_id, p.steps + 1 from path p
       join communications_conversations c on c.tenant_id = $1::bigint and c.id = p.merged_into_id
       where p.steps < 100
     )
     select id from path order by steps desc limit 1`,
    [tenantId, id],
  );
  return row?.id ?? id;
}
