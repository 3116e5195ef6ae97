import { companyOf } from '#core/company/company.ts';
import type { TransactionContext } from '#core/context.ts';
import type { Model } from '#core/models/model.ts';
import type { RecordObject } from '#core/models/record.ts';
import { setDerived } from '#core/operations/set-derived.ts';
import { lockRecord } from '#core/operations/statements.ts';
import { currencyDigits } from '#lib/currency-digits.ts';
import { parseJson } from '#lib/json.ts';
import { readLines } from '../sql/document-lines.ts';
import { requireStorable } from './require-storable.ts';
import { documentTotals } from './totals.ts';

/** The document of a line, locked until the transaction ends. Its numbers have all their digits. */
export async function lockDocument(
  context: TransactionContext,
  lines: Model,
  id: string,
): Promise<{ readonly model: Model; readonly record: RecordObject } | undefined> {
  if (!lines.parent) throw new Error(`${lines.name} has no parent`);
  const model = context.registry.target(lines.parent);
  const row = await lockRecord(context, model, id);
  return row && { model, record: parseJson(row.record) as RecordObject };
}

/** The decimal digits of the amounts of a document. */
export async function digitsOf(context: TransactionContext, document: RecordObject | undefined): Promise<number> {
  const { currency } = await companyOf(context);
  return currencyDigits(typeof document?.currency === 'string' ? document.currency : currency);
}

/** Stores the totals of a document after its lines have changed. */
export async function refreshDocument(context: TransactionContext, lines: Model, id: string): Promise<void> {
  const document = await lockDocument(context, lines, id);
  if (!document?.model.fields.has('subtotal')) return;
  const { model, record } = document;
  const stored = await readLines(context, lines, id);
  const digits = await digitsOf(context, record);
  const charges = { discount: amountOf(record.discount), shipping: amountOf(record.shipping) };
  const none = { subtotal: '0', tax: '0', total: '0' };
  const { subtotal, tax, total } = stored.length === 0 ? none : documentTotals(stored, charges, digits);
  await setDerived(context, model, id, requireStorable({ subtotal, tax, total }));
}

/** A number as text, with all its digits. */
export const amountOf = (value: unknown): string | null =>
  value === null || value === undefined ? null : String(value);
