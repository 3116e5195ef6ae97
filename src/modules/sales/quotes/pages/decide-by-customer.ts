import { inTransaction, type TransactionContext } from '#core/context.ts';
import type { RecordObject } from '#core/models/record.ts';
import { invoke, operations } from '#core/operations/index.ts';
import { quoteNotes } from '../model-names.ts';
import { lockQuote } from '../state/change-quote.ts';
import { acceptQuote, declineQuote } from '../state/decide-quote.ts';
import { customerState } from './customer-state.ts';
import type { FoundQuote } from './find-quote.ts';
import { notifyOwner } from './notify-owner.ts';

export interface CustomerForm {
  readonly action: 'accept' | 'decline' | 'comment';
  readonly name: string;
  readonly comment: string;
}

/**
 * Does what the customer chose, unless the quote was decided or ended meanwhile: then nothing happens, and the page shows
 * the state. So a form that is sent twice has one effect.
 */
export const decideByCustomer = (
  { context, quote: { _id: id } }: FoundQuote,
  form: CustomerForm,
  ip: string,
): Promise<void> =>
  inTransaction(context, async (within) => {
    const quote = await lockQuote(within, String(id));
    const { previous } = quote;
    if ((await customerState(within, previous)).kind !== 'open') return;
    const { action, name, comment } = form;
    const decision = { name: name === '' ? null : name, comment: comment === '' ? null : comment, from: ip };
    if (action === 'accept') await acceptQuote(within, quote, decision);
    else if (action === 'decline') await declineQuote(within, quote, decision);
    else await addNote(within, previous, comment);
    const kind = { accept: 'accepted', decline: 'declined', comment: 'commented' } as const;
    await notifyOwner(within, previous, { kind: kind[action], name, comment });
  });

/** A comment becomes a note of the quote. Its author is the platform, because the customer is no user. */
async function addNote(context: TransactionContext, { _id, ownerId }: RecordObject, comment: string): Promise<void> {
  const record = { quoteId: _id, ownerId, content: comment };
  await invoke(context, operations.create, quoteNotes(context), { record });
}
