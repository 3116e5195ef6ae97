import { defineAction } from '#core/action.ts';
import { inTransaction } from '#core/context.ts';
import { decisionInput, quoteRecord } from '../quote-answer.ts';
import { lockQuote } from '../state/change-quote.ts';
import { acceptQuote } from '../state/decide-quote.ts';

export const acceptQuoteAction = defineAction({
  name: 'sales.acceptQuote',
  summary: 'Records that the customer accepted a quote; the stage of its opportunity does not change',
  routes: [{ method: 'POST', path: '/api/sales/quotes/:id/accept' }],
  access: 'sales:write',
  takesVersion: true,
  input: decisionInput,
  output: quoteRecord,
  run: (context, { id, name = null, comment = null }) =>
    inTransaction(context, async (within) => {
      const quote = await lockQuote(within, id, context.ifVersion);
      return { text: await acceptQuote(within, quote, { name, comment, from: null }) };
    }),
});
