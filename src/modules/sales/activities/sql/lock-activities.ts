import type { TransactionContext } from '#core/context.ts';
import type { Model } from '#core/models/model.ts';
import type { RecordObject } from '#core/models/record.ts';
import { recordJson, tableAs, tenantRows } from '#core/query/rows.ts';
import { plainArray } from '#db/params.ts';

/** Locks activities until the transaction ends and reads them. */
export async function lockActivities(
  { tx, caller }: TransactionContext,
  model: Model,
  ids: readonly string[],
): Promise<RecordObject[]> {
  const rows = await tx.query<{ record: string }>(
    `select ${recordJson(model, 't')}::text as record from ${tableAs(model, 't')}
     where ${tenantRows(model, 't')} and t.id = any($2::uuid[]) order by t.id for update`,
    [caller.tenantId, plainArray(ids)],
  );
  return rows.map(({ record }) => JSON.parse(record) as RecordObject);
}
