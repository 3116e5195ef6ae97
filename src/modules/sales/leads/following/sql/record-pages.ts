import type { TransactionContext } from '#core/context.ts';
import { tableAs, tenantRows } from '#core/query/rows.ts';
import { Params } from '#db/params.ts';
import { salesModel } from '../../sales-model.ts';
import type { Scored } from '../../scoring/read-rules.ts';

/** Ids of records after `after`, in order. */
export async function readPage(
  context: TransactionContext,
  scored: Scored,
  after: string,
  limit: number,
): Promise<string[]> {
  const params = new Params(context.caller.tenantId);
  const model = salesModel(context, scored);
  const rows = await context.tx.query<{ id: string }>(
    `select t.id from ${tableAs(model, 't')} where ${tenantRows(model, 't')} and t.id > ${params.add(after, 'uuid')}
     order by t.id limit ${params.add(limit, 'int')}`,
    params.values,
  );
  return rows.map(({ id }) => id);
}
