import type { TransactionContext } from '#core/context.ts';

export interface StockChange {
  readonly productId: string;
  /** The stock before the change. */
  readonly stock: string;
  readonly quantity: string;
}

/** Locks the products of an order whose stock is tracked. Returns their stock and their quantity in the order. */
export const lockStock = ({ tx, caller }: TransactionContext, orderId: string): Promise<StockChange[]> =>
  tx.query(
    `with ordered as (
       select l.product_id, sum(coalesce(l.quantity, 0)) as quantity from sales_order_products l
       where l.tenant_id = $1::bigint and l.order_id = $2::uuid and l.product_id is not null group by l.product_id)
     select p.id as "productId", coalesce(p.stock, 0)::text as stock, o.quantity::text as quantity
     from sales_products p join ordered o on o.product_id = p.id
     where p.tenant_id = $1::bigint and p.track_stock order by p.id for no key update of p`,
    [caller.tenantId, orderId],
  );

/** The lines of an order with their quantities. */
export const readQuantities = (
  { tx, caller }: TransactionContext,
  orderId: string,
): Promise<{ id: string; quantity: string }[]> =>
  tx.query(
    `select l.id, coalesce(l.quantity, 0)::text as quantity from sales_order_products l
     where l.tenant_id = $1::bigint and l.order_id = $2::uuid`,
    [caller.tenantId, orderId],
  );
