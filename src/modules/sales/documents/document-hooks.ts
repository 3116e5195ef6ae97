import type { TransactionContext } from '#core/context.ts';
import { AppError } from '#core/errors.ts';
import { givenValue, type ModelHooks, type PendingSave, setValue } from '#core/models/hooks.ts';
import type { Model } from '#core/models/model.ts';
import { setDerived } from '#core/operations/set-derived.ts';
import { readLines, type StoredLine } from '../sql/document-lines.ts';
import { amountOf, digitsOf } from './refresh-documents.ts';
import { requireStorable } from './require-storable.ts';
import { documentTotals, lineAmounts } from './totals.ts';

const totals = ['subtotal', 'tax', 'total'] as const;
/** Fields on which the totals of a document depend, besides its lines. */
const inputs = ['discount', 'shipping', 'currency'] as const;

/** The totals of quotes and orders follow from their lines. Without lines, they are written like other fields. */
export const documentHooks: ModelHooks = {
  async beforeSave(context, saving) {
    const { previous, model } = saving;
    if (!previous || ![...totals, ...inputs].some((key) => givenValue(saving, key) !== undefined)) return undefined;
    const lines = linesOf(context, model);
    const stored = await readLines(context, lines, String(previous._id));
    if (stored.length === 0) return undefined;
    keepTotals(saving);
    if (inputs.some((key) => isChanged(saving, key))) await setTotals(context, saving, lines, stored);
    return undefined;
  },
};

function linesOf({ registry }: TransactionContext, { slug }: Model): Model {
  const lines = registry.named(slug === 'quotes' ? 'sales.quoteProducts' : 'sales.orderProducts');
  if (!lines) throw new Error(`${slug} have no lines`);
  return lines;
}

const valueAfter = (saving: PendingSave, key: string) => {
  const given = givenValue(saving, key);
  return given === undefined ? (saving.previous?.[key] ?? null) : given;
};

const isChanged = (saving: PendingSave, key: string): boolean =>
  amountOf(valueAfter(saving, key)) !== amountOf(saving.previous?.[key]);

/** Keeps the stored totals. A PUT without them, or with those that were read, is no attempt to change them. */
function keepTotals(saving: PendingSave): void {
  for (const key of totals) {
    const given = givenValue(saving, key);
    if (given !== undefined && given !== null && isChanged(saving, key)) throw derivedField(key);
    const field = saving.model.fields.get(key);
    if (field) saving.values.delete(field);
  }
}

function derivedField(field: string): AppError {
  const message = `${field} is computed from the lines; change the lines, the discount or the shipping instead.`;
  return new AppError('derived_field', message, [{ field, code: 'derived_field', message }]);
}

async function setTotals(
  context: TransactionContext,
  saving: PendingSave,
  lines: Model,
  stored: readonly StoredLine[],
): Promise<void> {
  const of = (key: string) => valueAfter(saving, key);
  const digits = await digitsOf(context, { currency: of('currency') });
  const rounded = isChanged(saving, 'currency') ? await roundLines(context, lines, stored, digits) : stored;
  const charges = { discount: amountOf(of('discount')), shipping: amountOf(of('shipping')) };
  const { subtotal, tax, total } = documentTotals(rounded, charges, digits);
  for (const [key, value] of Object.entries(requireStorable({ subtotal, tax, total }))) setValue(saving, key, value);
}

/** Rounds the amounts of the lines to the digits of another currency. */
async function roundLines(
  context: TransactionContext,
  lines: Model,
  stored: readonly StoredLine[],
  digits: number,
): Promise<StoredLine[]> {
  const rounded: StoredLine[] = [];
  for (const line of stored) {
    const { net, total } = lineAmounts(line, digits);
    await setDerived(context, lines, line.id, { net, total });
    rounded.push({ ...line, net });
  }
  return rounded;
}
