import { isDeepStrictEqual } from 'node:util';
import { companyOf } from '#core/company/company.ts';
import type { TransactionContext } from '#core/context.ts';
import type { Detail } from '#core/errors.ts';
import { givenValue, type ModelHooks, type PendingSave, setValue } from '#core/models/hooks.ts';
import type { RecordObject } from '#core/models/record.ts';
import { todayIn } from '#lib/days.ts';
import { ExactNumber } from '#lib/json.ts';
import { documentSent, isDraft, isSent } from './quote-state.ts';

/** Fields of a sent quote that are not part of the document. `status` and `validUntil` have rules of their own. */
const internalFields: ReadonlySet<string> = new Set([
  'ownerId',
  'opportunityId',
  'documentUrl',
  'status',
  'statusId',
  'validUntil',
]);

/** Keeps a sent quote as the customer got it. */
export const quoteHooks: ModelHooks = {
  async beforeSave(context, saving) {
    const { previous } = saving;
    if (previous && isSent(previous)) {
      requireUnchanged(saving, previous);
      await reopenIfExtended(context, saving, previous);
    }
    return undefined;
  },
  // A write of `statusId` sets the status after `beforeSave`.
  async afterSave(_context, { previous, record }) {
    if (!previous || !isSent(previous) || !isDraft(record)) return;
    const message = 'status of a sent quote cannot return to draft; revise the quote.';
    throw documentSent([{ field: 'statusId', code: 'document_sent', message }], previous.number);
  },
};

function requireUnchanged({ values }: PendingSave, previous: RecordObject): void {
  const details: Detail[] = [];
  const refuse = (field: string, message: string) => details.push({ field, code: 'document_sent', message });
  for (const [field, value] of values) {
    const { key, readOnly, customId } = field;
    if (isSame(value, previous[key]) || readOnly || customId !== undefined) continue;
    if (key === 'validUntil' && !isExtended(value, previous[key]))
      refuse(key, 'validUntil of a sent quote can only be extended.');
    else if (previous.replacedById && (key === 'status' || key === 'statusId'))
      refuse(key, `${key} of a quote with a newer version cannot change; change the newer one.`);
    else if (key === 'status' && isDraft({ status: value }))
      refuse(key, 'status of a sent quote cannot return to draft; revise the quote.');
    else if (!internalFields.has(key)) refuse(key, `${key} of a sent quote cannot change; revise the quote.`);
  }
  if (details.length > 0) throw documentSent(details, previous.number);
}

const isSame = (value: unknown, stored: unknown): boolean =>
  value instanceof ExactNumber ? Number(value) === stored : isDeepStrictEqual(value ?? null, stored ?? null);

/** A quote without a last day is valid for as long as possible. */
const isExtended = (value: unknown, before: unknown): boolean => {
  if (value === null) return true;
  return typeof before === 'string' && String(value) > before;
};

/** An expired quote that is valid again is open again. */
async function reopenIfExtended(context: TransactionContext, saving: PendingSave, previous: RecordObject) {
  const until = givenValue(saving, 'validUntil');
  if (previous.status !== 'expired' || previous.replacedById || until === undefined) return;
  const isUnchanged = (key: string) => [undefined, previous[key]].includes(givenValue(saving, key));
  if (!isUnchanged('status') || !isUnchanged('statusId')) return;
  const { timeZone } = await companyOf(context);
  if (until === null || String(until) >= todayIn(timeZone)) setValue(saving, 'status', 'sent');
}
