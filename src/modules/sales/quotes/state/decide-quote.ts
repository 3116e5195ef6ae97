import { companyOf } from '#core/company/company.ts';
import type { TransactionContext } from '#core/context.ts';
import type { RecordObject } from '#core/models/record.ts';
import type { LockedRecord } from '#core/operations/update.ts';
import { todayIn } from '#lib/days.ts';
import { writeQuote } from './change-quote.ts';
import { isDraft, requireLatest, wrongStatus } from './quote-state.ts';

/** The decision of a customer. `from` is the IP address; null when staff enters the decision. */
export interface Decision {
  readonly name: string | null;
  readonly comment: string | null;
  readonly from: string | null;
}

/**
 * Accepts a locked quote. Staff may also accept a draft, which the customer agreed to by phone, and an expired quote.
 * The stage of its opportunity stays as it is, because a deal can have several quotes.
 */
export function acceptQuote(context: TransactionContext, quote: LockedRecord, decision: Decision): Promise<string> {
  const { previous } = quote;
  requireLatest(previous);
  if (previous.status === 'accepted' || previous.status === 'cancelled')
    throw wrongStatus(previous, 'cannot be accepted');
  return writeQuote(context, quote, { ...decided(decision), status: 'accepted' });
}

export function declineQuote(context: TransactionContext, quote: LockedRecord, decision: Decision): Promise<string> {
  const { previous } = quote;
  requireLatest(previous);
  if (previous.status !== 'sent' && previous.status !== 'expired' && !isDraft(previous))
    throw wrongStatus(previous, 'cannot be declined');
  return writeQuote(context, quote, { ...decided(decision), status: 'rejected' });
}

const decided = ({ name, comment, from }: Decision) => ({
  decidedBy: name,
  decisionComment: comment === '' ? null : comment,
  decidedFrom: from,
});

/** True when the last day of the quote is over in the time zone of the account. */
export async function isPastValidity(
  context: Pick<TransactionContext, 'services' | 'caller'>,
  { validUntil }: RecordObject,
): Promise<boolean> {
  if (typeof validUntil !== 'string') return false;
  const { timeZone } = await companyOf(context);
  return validUntil < todayIn(timeZone);
}
