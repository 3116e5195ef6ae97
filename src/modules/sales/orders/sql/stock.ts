import type { TransactionContext } from '#core/context.ts';

export interface Stock {
  readonly productId: string;
  readonly stock: string;
}

/** Locks the products of an order whose stock is tracked, and returns their stock. */
export const lockStock = ({ tx, caller }: TransactionContext, orderId: string): Promise<Stock[]> =>
  tx.query(
    `select p.id as "productId", coalesce(p.stock, 0)::text as stock from sales_products p
     where p.tenant_id = $1::bigint and p.track_stock and p.id in (
       select l.product_id from sales_order_products l where l.tenant_id = $1::bigint and l.order_id = $2::uuid)
     order by p.id for no key update of p`,
    [caller.tenantId, orderId],
  );

export interface ShippedLine {
  readonly id: string;
  readonly productId: string | null;
  readonly quantity: string;
  readonly shipped: string;
  readonly returned: string;
}

/** The lines of an order with the quantities that were ordered, shipped and returned so far. */
export const readShippedLines = ({ tx, caller }: TransactionContext, orderId: string): Promise<ShippedLine[]> =>
  tx.query(
    `select l.id, l.product_id as "productId", coalesce(l.quantity, 0)::text as quantity,
       coalesce(l.quantity_shipped, 0)::text as shipped, coalesce(l.quantity_returned, 0)::text as returned
     from sales_order_products l where l.tenant_id = $1::bigint and l.order_id = $2::uuid`,
    [caller.tenantId, orderId],
  );
