import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { inTransaction, type TransactionContext } from '#core/context.ts';
import { AppError } from '#core/errors.ts';
import type { RecordObject } from '#core/models/record.ts';
import { createTogether } from '#core/operations/create-together.ts';
import { invoke, operations } from '#core/operations/index.ts';
import { newId } from '#lib/ids.ts';
import { quoteProducts, quotes } from '../model-names.ts';
import { quoteId, quoteRecord } from '../quote-answer.ts';
import { findOrderOfQuote } from '../sql/order-of-quote.ts';
import { lockQuote, writeQuote } from '../state/change-quote.ts';
import { copyLines, copyOf } from '../state/copy-lines.ts';
import { isSent, wrongStatus } from '../state/quote-state.ts';

/** Fields that the next version does not take over. */
const ofOneVersion: ReadonlySet<string> = new Set([
  'status',
  'statusId',
  'quoteDate',
  'validUntil',
  'sentAt',
  'acceptedAt',
  'rejectedAt',
  'documentUrl',
]);

export const reviseQuote = defineAction({
  name: 'sales.reviseQuote',
  summary: 'Makes the next version of a sent quote, as a draft; the older one can no longer be accepted',
  routes: [{ method: 'POST', path: '/api/sales/quotes/:id/revise' }],
  access: 'sales:write',
  takesVersion: true,
  input: Type.Object(quoteId, { additionalProperties: false }),
  output: quoteRecord,
  run: (context, { id }) =>
    inTransaction(context, async (within) => {
      const quote = await lockQuote(within, id, context.ifVersion);
      const { previous } = quote;
      await requireRevisable(within, previous);
      const nextId = await createNext(within, previous);
      await copyLines(within, id, quoteProducts(within), nextId);
      const ended = previous.status === 'sent' ? { status: 'cancelled' } : {};
      await writeQuote(within, quote, { ...ended, replacedById: nextId });
      const { body } = await invoke(within, operations.get, quotes(within), { id: nextId, query: {} });
      return { text: body };
    }),
});

async function requireRevisable(context: TransactionContext, quote: RecordObject): Promise<void> {
  if (quote.replacedById)
    throw new AppError(
      'conflict',
      `Quote ${String(quote.number)} has a newer version: ${String(quote.replacedById)}. Change or revise that one.`,
    );
  if (!isSent(quote)) throw wrongStatus(quote, 'was not sent and can be changed itself');
  const order = await findOrderOfQuote(context, String(quote._id));
  if (order) throw wrongStatus(quote, `has the order ${order.number ?? order.id}; change or cancel the order`);
}

/** Creates the next version without its lines. Only the platform may choose its number and name the older version. */
async function createNext(context: TransactionContext, quote: RecordObject): Promise<string> {
  const model = quotes(context);
  const id = newId();
  const copied = Object.entries(copyOf(quote, model, model)).filter(([key]) => !ofOneVersion.has(key));
  const revision = Number(quote.revision ?? 1) + 1;
  const record = {
    ...Object.fromEntries(copied),
    number: `${String(quote.number ?? '').replace(/-v\d+$/, '')}-v${revision}`,
    revision,
    previousVersionId: String(quote._id),
  };
  await createTogether([{ context, model, id, record, byPlatform: true }]);
  return id;
}
