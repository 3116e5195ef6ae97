import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { inTransaction } from '#core/context.ts';
import { AppError } from '#core/errors.ts';
import { authorize, operations } from '#core/operations/index.ts';
import { lockWithinReach } from '#core/operations/update.ts';
import { createInvoiceOfOrder } from '../../../finance/contract.ts';
import { orders } from '../model-names.ts';
import { readOrderLines } from '../sql/order-lines.ts';

const ended: readonly unknown[] = ['cancelled', 'returned'];

export const invoiceOrder = defineAction({
  name: 'sales.invoiceOrder',
  summary: 'Makes the draft of the invoice of an order, with its lines and amounts; issuing it gives it its number',
  routes: [{ method: 'POST', path: '/api/sales/orders/:id/invoice' }],
  access: 'sales:write',
  takesVersion: true,
  status: 201,
  input: Type.Object({ id: Type.String({ format: 'uuid' }) }, { additionalProperties: false }),
  output: Type.Object(
    { _id: Type.String({ format: 'uuid' }), status: Type.String() },
    { additionalProperties: true, description: 'The record of finance/financeInvoices.' },
  ),
  run: (context, { id }) =>
    inTransaction(context, async (within) => {
      const grant = authorize(within, operations.update, orders(within));
      const { previous } = await lockWithinReach(within, grant, id, context.ifVersion);
      if (ended.includes(previous.status))
        throw new AppError(
          'conflict',
          `Order ${String(previous.number ?? id)} has the status ${String(previous.status)} and cannot be invoiced.`,
        );
      const invoice = await createInvoiceOfOrder(within, previous, await readOrderLines(within, id));
      return { text: invoice.body, location: `/api/finance/financeInvoices/${invoice.id}` };
    }),
});
