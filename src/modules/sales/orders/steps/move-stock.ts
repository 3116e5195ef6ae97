import { Decimal } from 'decimal.js';
import type { TransactionContext } from '#core/context.ts';
import { updateMany } from '#core/operations/update-many.ts';
import { orderProducts, products } from '../model-names.ts';
import { lockStock, readShippedLines, type ShippedLine } from '../sql/stock.ts';

const withoutHooks = { withoutHooks: true };
const none = new Decimal(0);

/** The units of a line that the customer has got and not returned. */
const heldByCustomer = ({ shipped, returned }: ShippedLine) => new Decimal(shipped).minus(returned);

/**
 * Takes from stock what the lines of an order have more than the customer has got. An order that is shipped again takes
 * nothing twice. Stock may become negative, because goods that were shipped were there, whatever the count says.
 */
export const shipStock = (context: TransactionContext, orderId: string): Promise<void> =>
  moveStock(context, orderId, -1, (line) => Decimal.max(none, new Decimal(line.quantity).minus(heldByCustomer(line))));

/** Puts back what the customer has got, which may differ from the quantities that the lines have now. */
export const returnStock = (context: TransactionContext, orderId: string): Promise<void> =>
  moveStock(context, orderId, 1, (line) => Decimal.max(none, heldByCustomer(line)));

/** Changes the stock of the products by the units of the lines, and notes them in the lines. */
async function moveStock(
  context: TransactionContext,
  orderId: string,
  sign: 1 | -1,
  unitsOf: (line: ShippedLine) => Decimal,
): Promise<void> {
  const stock = await lockStock(context, orderId);
  const moved = (await readShippedLines(context, orderId))
    .map((line) => ({ line, units: unitsOf(line) }))
    .filter(({ units }) => !units.isZero());
  const changed = stock.map(({ productId, stock: before }) => {
    const units = moved
      .filter(({ line }) => line.productId === productId)
      .reduce((sum, one) => sum.plus(one.units), none);
    return { id: productId, values: { stock: units.times(sign).plus(before).toNumber() } };
  });
  await updateMany(context, products(context), changed, withoutHooks);
  const noted = moved.map(({ line: { id, shipped, returned }, units }) => ({
    id,
    values:
      sign === -1
        ? { quantityShipped: units.plus(shipped).toNumber() }
        : { quantityReturned: units.plus(returned).toNumber() },
  }));
  await updateMany(context, orderProducts(context), noted, withoutHooks);
}
