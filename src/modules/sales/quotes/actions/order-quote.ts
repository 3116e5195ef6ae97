import { Type } from 'typebox';
import { withAllAccess } from '#core/access/platform.ts';
import { defineAction } from '#core/action.ts';
import { companyOf } from '#core/company/company.ts';
import { inTransaction } from '#core/context.ts';
import { AppError } from '#core/errors.ts';
import { invoke, operations } from '#core/operations/index.ts';
import { todayIn } from '#lib/days.ts';
import { orderProducts, orders } from '../../orders/model-names.ts';
import { quotes } from '../model-names.ts';
import { quoteId } from '../quote-answer.ts';
import { findOrderOfQuote } from '../sql/order-of-quote.ts';
import { lockQuote } from '../state/change-quote.ts';
import { copyLines, copyOf } from '../state/copy-lines.ts';
import { requireLatest, wrongStatus } from '../state/quote-state.ts';

export const orderQuote = defineAction({
  name: 'sales.orderQuote',
  summary: 'Makes the order of an accepted quote, with its lines, amounts and addresses',
  routes: [{ method: 'POST', path: '/api/sales/quotes/:id/order' }],
  access: 'sales:write',
  takesVersion: true,
  status: 201,
  input: Type.Object(quoteId, { additionalProperties: false }),
  output: Type.Object(
    { _id: Type.String({ format: 'uuid' }), quoteId: Type.String({ format: 'uuid' }) },
    { additionalProperties: true, description: 'The record of sales/orders.' },
  ),
  run: (context, { id }) =>
    inTransaction(context, async (within) => {
      const { previous } = await lockQuote(within, id, context.ifVersion);
      requireLatest(previous);
      if (previous.status !== 'accepted') throw wrongStatus(previous, 'must be accepted before it is ordered');
      const existing = await findOrderOfQuote(within, id);
      if (existing)
        throw new AppError(
          'conflict',
          `Quote ${String(previous.number)} has an order already: ${existing.number ?? existing.id}.`,
        );
      const { status: _status, ...copied } = copyOf(previous, quotes(within), orders(within));
      const orderDate = todayIn((await companyOf(within)).timeZone);
      const record = { ...copied, quoteId: id, orderDate };
      const { id: orderId } = await invoke(withAllAccess(within), operations.create, orders(within), { record });
      await copyLines(within, id, orderProducts(within), orderId);
      const { body } = await invoke(within, operations.get, orders(within), { id: orderId, query: {} });
      return { text: body, location: `${orders(within).path}/${orderId}` };
    }),
});
