import { definePart } from '#core/modules/module.ts';
import { cancelOrder } from './actions/cancel-order.ts';
import { confirmOrder } from './actions/confirm-order.ts';
import { deliverOrder } from './actions/deliver-order.ts';
import { invoiceOrder } from './actions/invoice-order.ts';
import { returnOrder } from './actions/return-order.ts';
import { shipOrder } from './actions/ship-order.ts';

/** Orders: the steps from confirmation to delivery or return, stock, and the invoice. */
export const ordersPart = definePart({
  actions: [confirmOrder, shipOrder, deliverOrder, cancelOrder, returnOrder, invoiceOrder],
});
