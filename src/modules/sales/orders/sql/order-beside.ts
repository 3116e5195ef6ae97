import type { TransactionContext } from '#core/context.ts';

interface OrderBeside {
  readonly id: string;
  readonly number: string | null;
  readonly quoteNumber: string | null;
}

/**
 * Another order of the quote of an order; undefined when there is none, or only cancelled ones. It locks the quote, as the
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
       and o.status is distinct from 'cancelled' limit 1`,
    [caller.tenantId, quoteId, orderId],
  );
  return order;
}
