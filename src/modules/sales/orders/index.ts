import { definePart } from '#core/modules/module.ts';
import { invoiceOrder } from './actions/invoice-order.ts';
import { orderSteps } from './actions/order-step.ts';

/** Orders: the steps from confirmation to delivery or return, and stock. */
export const ordersPart = definePart({ actions: [...orderSteps, invoiceOrder] });
