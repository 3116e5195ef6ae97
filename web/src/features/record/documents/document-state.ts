import type { RecordData } from '~/api/records.ts';
import type { Field } from '~/metadata/model.ts';

/** The statuses of a quote that the customer has not got yet. */
const drafts: readonly unknown[] = ['draft', 'inReview', null, undefined];
const sent: readonly unknown[] = ['sent', 'accepted', 'rejected', 'expired'];

type Quote = Readonly<Record<string, unknown>>;

const isDraft = ({ status }: Quote): boolean => drafts.includes(status);

/** True when the customer has, or had, the quote. An accepted quote may never have been mailed. */
const isSent = (quote: Quote): boolean =>
  sent.includes(quote.status) ||
  (!isDraft(quote) && [quote.sentAt, quote.acceptedAt, quote.rejectedAt].some((at) => typeof at === 'string'));

/** The actions that the status of a quote allows. The server decides; the page only hides what would fail. */
export function quoteActionsOf(quote: Quote, hasOrder: boolean) {
  const { status } = quote;
  const isLatest = !quote.replacedById;
  const isOpen = status === 'sent' || status === 'expired';
  return {
    send: isLatest && (isDraft(quote) || status === 'sent'),
    accept: isLatest && (isOpen || isDraft(quote) || status === 'rejected'),
    decline: isLatest && isOpen,
    revise: isLatest && isSent(quote) && !hasOrder,
    order: isLatest && status === 'accepted' && !hasOrder,
  };
}

/** The fields of a sent quote that are not part of the document, besides its status and the last day of its validity. */
const internalFields: ReadonlySet<string> = new Set(['ownerId', 'opportunityId', 'documentUrl']);

/** True when a field of a document may get an earlier value again. A sent quote stays as the customer got it. */
export function mayReturnTo(
  name: string,
  record: RecordData,
  { key, custom }: Pick<Field, 'key' | 'custom'>,
  value: unknown,
): boolean {
  if (name !== 'sales.quotes' || !isSent(record) || custom || internalFields.has(key)) return true;
  // The id of a status does not tell whether it is that of a draft.
  if (key === 'status') return !record.replacedById && !isDraft({ status: value });
  return key === 'validUntil' && (value === null || String(value) > String(record.validUntil ?? ''));
}

/** True while lines may be added to a document. */
export function isChangeable(name: string, record: RecordData): boolean {
  if (name === 'sales.quotes') return isDraft(record);
  return record.status === 'draft' || record.status === null || record.status === undefined;
}
