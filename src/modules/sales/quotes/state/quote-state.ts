import { AppError, type Detail } from '#core/errors.ts';
import type { RecordObject } from '#core/models/record.ts';

/** The statuses of a quote that the customer has not got yet. */
const drafts: readonly unknown[] = ['draft', 'inReview', null, undefined];
const sentStatuses: readonly unknown[] = ['sent', 'accepted', 'rejected', 'expired'];

export const isDraft = ({ status }: RecordObject): boolean => drafts.includes(status);

/** True when the customer has, or had, this quote. A cancelled quote counts if it was sent before. */
export const isSent = (quote: RecordObject): boolean =>
  sentStatuses.includes(quote.status) || (!isDraft(quote) && typeof quote.sentAt === 'string');

export const documentSent = (details: readonly Detail[], number: unknown): AppError =>
  new AppError(
    'document_sent',
    `Quote ${String(number ?? '')} was sent and no longer changes: make its next version with POST /api/sales/quotes/{id}/revise. Its validUntil may be extended.`,
    details,
  );

/** A 409 error that names the status of the quote and what is possible instead. */
export const wrongStatus = (quote: RecordObject, problem: string): AppError =>
  new AppError('conflict', `Quote ${String(quote.number ?? '')} ${problem}: its status is ${String(quote.status)}.`);
