import { Access } from '#core/access/access.ts';
import { type Context, inTransaction } from '#core/context.ts';
import type { RecordObject } from '#core/models/record.ts';
import { tableAs, tenantRows, visibleJson } from '#core/query/rows.ts';
import { quoteProducts } from '../model-names.ts';

/** The lines of a quote in their order, at most `max`. */
export const readLines = (context: Context, quoteId: string, max: number): Promise<RecordObject[]> =>
  inTransaction(context, async ({ tx, caller, registry }) => {
    const model = quoteProducts({ registry });
    const rows = await tx.query<{ record: string }>(
      `select ${visibleJson(Access.system.grant(model, 'read'), 't')}::text as record from ${tableAs(model, 't')}
       where ${tenantRows(model, 't')} and t.quote_id = $2::uuid order by t.position, t.created_at, t.id limit $3::int`,
      [caller.tenantId, quoteId, max],
    );
    return rows.map(({ record }) => JSON.parse(record) as RecordObject);
  });
