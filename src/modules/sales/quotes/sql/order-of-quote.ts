import type { TransactionContext } from '#core/context.ts';

export interface OrderOfQuote {
  readonly id: string;
  readonly number: string | null;
}

/** The order of a quote; undefined when there is none, or only cancelled ones. */
export async function findOrderOfQuote(
  { tx, caller }: TransactionContext,
  quoteId: string,
): Promise<OrderOfQuote | undefined> {
  const [order] = await tx.query<OrderOfQuote>(
    `select o.id, o.number from sales_orders o where o.tenant_id = $1::bigint and o.quote_id = $2::uuid
       and o.status is distinct from 'cancelled' limit 1`,
    [caller.tenantId, quoteId],
  );
  return order;
}
