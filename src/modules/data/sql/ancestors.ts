import type { TransactionContext } from '#core/context.ts';
import type { InboundReference } from '#core/models/registry.ts';
import { tableAs, tenantRows } from '#core/query/rows.ts';
import { Params } from '#db/params.ts';

/** More levels than any tree of records has. */
const maxDepth = 100;

/** The record on the way up from `id` whose reference points to one of `targets`; undefined when the way misses them. */
export async function ancestorBelow(
  { tx, caller }: TransactionContext,
  { model, field }: InboundReference,
  id: string,
  targets: readonly string[],
): Promise<string | undefined> {
  const params = new Params(caller.tenantId);
  const start = params.add(id, 'uuid');
  const rows = await tx.query<{ id: string }>(
    `with recursive up as (
       select t.id, ${field.sql('t')} as above, 1 as depth from ${tableAs(model, 't')} where ${tenantRows(model, 't')} and t.id = ${start}
       union all
       select t.id, ${field.sql('t')}, up.depth + 1 from up join ${tableAs(model, 't')} on t.id = up.above
       where ${tenantRows(model, 't')} and up.depth < ${maxDepth} and up.above <> all(${params.add(targets, 'uuid[]')})
     ) select id from up where above = any(${params.add(targets, 'uuid[]')}) limit 1`,
    params.values,
  );
  return rows[0]?.id;
}
