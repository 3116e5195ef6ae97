import { Access } from '#core/access/access.ts';
import type { TransactionContext } from '#core/context.ts';
import type { RecordObject } from '#core/models/record.ts';
import { tableAs, tenantRows, visibleJson } from '#core/query/rows.ts';
import { orderProducts } from '../model-names.ts';

/** The lines of an order in their order. */
export async function readOrderLines(context: TransactionContext, orderId: string): Promise<RecordObject[]> {
  const model = orderProducts(context);
  const rows = await context.tx.query<{ record: string }>(
    `select ${visibleJson(Access.system.grant(model, 'read'), 't')}::text as record from ${tableAs(model, 't')}
     where ${tenantRows(model, 't')} and t.order_id = $2::uuid order by t.position, t.created_at, t.id`,
    [context.caller.tenantId, orderId],
  );
  return rows.map(({ record }) => JSON.parse(record) as RecordObject);
}
