import type { TransactionContext } from '#core/context.ts';

interface OrderBeside {
  readonly id: string;
  readonly number: string | null;
  readonly quoteNumber: string | null;
}

/**
 * An order of the same quote that was made while an order was deleted; undefined when there is none, or only cancelled ones.
 * Several orders of a quote that were entered by hand do not prevent a restore. It locks the quote, as the
 * action that makes an order of it does, so that only one of the two succeeds.
 */
export async function findOrderBeside(
  { tx, caller }: TransactionContext,
  quoteId: string,
  orderId: string,
): Promise<OrderBeside | undefined> {
  await tx.query('select from sales_quotes where tenant_id = $1::bigint and id = $2::uuid for update', [
    caller.tenantId,
    quoteId,
  ]);
  const [order] = await tx.query<OrderBeside>(
    `select o.id, o.number, q.number as "quoteNumber" from sales_orders o
       join sales_quotes q on q.tenant_id = o.tenant_id and q.id = o.quote_id
     where o.tenant_id = $1::bigint and o.quote_id = $2::uuid and o.id <> $3::uuid
       and o.status is distinct from 'cancelled' and o.created_at > (
         select max(e.occurred_at) from events e where e.tenant_id = $1::bigint and e.record_id = $3::uuid
           and e.model = 'sales.orders' and e.record is null)
     limit 1`,
    [caller.tenantId, quoteId, orderId],
  );
  return order;
}
