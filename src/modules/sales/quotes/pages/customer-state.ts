import type { Context } from '#core/context.ts';
import type { RecordObject } from '#core/models/record.ts';
import { isPastValidity } from '../state/decide-quote.ts';
import type { CustomerState } from './quote-html.ts';

/** Returns what the page offers to the customer. A quote is expired after its last day, also before the job has written it. */
export async function customerState(context: Context, quote: RecordObject): Promise<CustomerState> {
  const { status, replacedById, decidedBy, acceptedAt, rejectedAt, updatedAt, validUntil } = quote;
  if (replacedById) return { kind: 'replaced' };
  if (status === 'accepted')
    return { kind: 'accepted', name: decidedBy as string | null, at: String(acceptedAt ?? updatedAt) };
  if (status === 'rejected') return { kind: 'declined', at: String(rejectedAt ?? updatedAt) };
  const isOver = status === 'expired' || (status === 'sent' && (await isPastValidity(context, quote)));
  if (isOver && typeof validUntil === 'string') return { kind: 'expired', until: validUntil };
  return status === 'sent' ? { kind: 'open' } : { kind: 'withdrawn' };
}
