import { Decimal } from 'decimal.js';
import type { TransactionContext } from '#core/context.ts';
import { updateMany } from '#core/operations/update-many.ts';
import { orderProducts, products } from '../model-names.ts';
import { lockStock, readQuantities } from '../sql/stock.ts';

/**
 * Takes the products of an order from stock (-1), or puts them back (1), and notes the quantities in its lines. Stock may
 * become negative, because goods that were shipped were there, whatever the count says.
 */
export async function moveStock(context: TransactionContext, orderId: string, sign: 1 | -1): Promise<void> {
  const withoutHooks = { withoutHooks: true };
  const stock = await lockStock(context, orderId);
  const changed = stock.map(({ productId, stock: before, quantity }) => ({
    id: productId,
    values: { stock: new Decimal(quantity).times(sign).plus(before).toNumber() },
  }));
  await updateMany(context, products(context), changed, withoutHooks);
  const lines = await readQuantities(context, orderId);
  const field = sign === -1 ? 'quantityShipped' : 'quantityReturned';
  const noted = lines.map(({ id, quantity }) => ({ id, values: { [field]: Math.max(0, Number(quantity)) } }));
  await updateMany(context, orderProducts(context), noted, withoutHooks);
}
