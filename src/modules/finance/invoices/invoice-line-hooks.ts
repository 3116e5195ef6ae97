import { givenValue, type ModelHooks } from '#core/models/hooks.ts';
import { type LockedInvoice, lockInvoices, lockInvoicesOfLines } from '../sql/invoices.ts';
import { documentIssued, isDraft } from './issued.ts';

const parent = 'invoiceId';

/** Refuses changes of the lines of an issued invoice. */
export const invoiceLineHooks: ModelHooks = {
  async beforeSave(context, saving) {
    const ids = [givenValue(saving, parent), saving.previous?.[parent]].filter((id) => typeof id === 'string');
    requireDrafts(await lockInvoices(context, ids));
    return undefined;
  },
  // Issued invoices are never deleted, so a restored line of one was deleted while the invoice was a draft.
  async afterSave(context, { previous, record }) {
    if (!previous) requireDrafts(await lockInvoices(context, [String(record[parent])]));
  },
  async beforeRemove(context, ids, _model, deleting) {
    const removed = [...deleting].find(([{ name }]) => name === 'finance.financeInvoices')?.[1];
    const invoices = await lockInvoicesOfLines(context, ids);
    requireDrafts(invoices.filter(({ id }) => !removed?.has(id)));
  },
};

function requireDrafts(invoices: readonly LockedInvoice[]): void {
  const issued = invoices.find(({ status }) => !isDraft(status));
  if (!issued) return;
  const message = 'The lines of an issued invoice cannot change.';
  throw documentIssued([{ field: parent, code: 'document_issued', message }], issued.number);
}
