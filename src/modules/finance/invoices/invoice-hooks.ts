import { isDeepStrictEqual } from 'node:util';
import type { ModelHooks, PendingSave } from '#core/models/hooks.ts';
import type { RecordObject } from '#core/models/record.ts';
import { ExactNumber } from '#lib/json.ts';
import { lockInvoices } from '../sql/invoices.ts';
import { documentIssued, isDraft } from './issued.ts';

/** Keeps an issued invoice as it is. Its owner and custom fields are not part of the document. */
export const invoiceHooks: ModelHooks = {
  async beforeSave(_context, saving) {
    const { previous } = saving;
    if (previous && !isDraft(previous.status)) requireUnchanged(saving, previous);
    return undefined;
  },
  // A gap in the numbers would have to be explained to the tax office.
  async beforeRemove(context, ids) {
    const issued = (await lockInvoices(context, ids)).find(({ status }) => !isDraft(status));
    if (!issued) return;
    const message = 'An issued invoice cannot be deleted.';
    throw documentIssued([{ field: '_id', code: 'document_issued', message }], issued.number);
  },
};

function requireUnchanged({ values }: PendingSave, previous: RecordObject): void {
  const isFixed = (key: string) => key !== 'ownerId';
  const changed = [...values].filter(
    ([{ key, readOnly, customId }, value]) =>
      !readOnly && customId === undefined && isFixed(key) && !isSame(value, previous[key]),
  );
  if (changed.length === 0) return;
  const details = changed.map(([{ key }]) => ({
    field: key,
    code: 'document_issued',
    message: `${key} of an issued invoice cannot change.`,
  }));
  throw documentIssued(details, previous.number);
}

const isSame = (value: unknown, stored: unknown): boolean =>
  value instanceof ExactNumber ? Number(value) === stored : isDeepStrictEqual(value ?? null, stored ?? null);
