import { defineAction } from '#core/action.ts';
import { inTransaction } from '#core/context.ts';
import { decisionInput, quoteRecord } from '../quote-answer.ts';
import { lockQuote } from '../state/change-quote.ts';
import { declineQuote } from '../state/decide-quote.ts';

export const declineQuoteAction = defineAction({
  name: 'sales.declineQuote',
  summary: 'Records that the customer declined a quote',
  routes: [{ method: 'POST', path: '/api/sales/quotes/:id/decline' }],
  access: 'sales:write',
  takesVersion: true,
  input: decisionInput,
  output: quoteRecord,
  run: (context, { id, name = null, comment = null }) =>
    inTransaction(context, async (within) => {
      const quote = await lockQuote(within, id, context.ifVersion);
      return { text: await declineQuote(within, quote, { name, comment, from: null }) };
    }),
});
