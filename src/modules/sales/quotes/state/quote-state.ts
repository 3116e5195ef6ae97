import { AppError, type Detail } from '#core/errors.ts';
import type { RecordObject } from '#core/models/record.ts';

/** The statuses of a quote that the customer has not got yet. */
const drafts: readonly unknown[] = ['draft', 'inReview', null, undefined];
const sentStatuses: readonly unknown[] = ['sent', 'accepted', 'rejected', 'expired'];

/** The fields of a quote that tell who has seen it. */
interface QuoteState {
  readonly status?: unknown;
  readonly sentAt?: unknown;
  readonly acceptedAt?: unknown;
  readonly rejectedAt?: unknown;
}

export const isDraft = ({ status }: QuoteState): boolean => drafts.includes(status);

/**
 * True when the customer has, or had, this quote. Other statuses, such as cancelled or one of the tenant's own, count if
 * the quote was sent or decided before.
 */
export const isSent = (quote: QuoteState): boolean =>
  sentStatuses.includes(quote.status) ||
  (!isDraft(quote) && [quote.sentAt, quote.acceptedAt, quote.rejectedAt].some((at) => typeof at === 'string'));

/** Refuses the decision or the order of a quote that has a newer version. */
export function requireLatest(quote: RecordObject): void {
  if (quote.replacedById) throw wrongStatus(quote, `was replaced by its next version ${String(quote.replacedById)}`);
}

export const documentSent = (details: readonly Detail[], number: unknown): AppError =>
  new AppError(
    'document_sent',
    `Quote ${String(number ?? '')} was sent and no longer changes: make its next version with POST /api/sales/quotes/{id}/revise. Its validUntil may be extended.`,
    details,
  );

/** A 409 error that names the status of the quote and what is possible instead. */
export const wrongStatus = (quote: RecordObject, problem: string): AppError =>
  new AppError('conflict', `Quote ${String(quote.number ?? '')} ${problem}: its status is ${String(quote.status)}.`);
