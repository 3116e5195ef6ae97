import { Decimal } from 'decimal.js';
import type { TransactionContext } from '#core/context.ts';
import type { Model } from '#core/models/model.ts';
import { setDerived } from '#core/operations/set-derived.ts';
import { readLines } from '../sql/document-lines.ts';
import { amountOf, lockDocument } from './refresh-documents.ts';
import { requireStorable } from './require-storable.ts';

/** The sum of the lines of a deal. */
export async function sumOfLines(context: TransactionContext, lines: Model, dealId: string): Promise<Decimal> {
  const stored = await readLines(context, lines, dealId);
  return stored.reduce((sum, { net }) => sum.plus(net ?? 0), new Decimal(0));
}

/**
 * The value of a deal follows the sum of its lines, unless somebody set another value: then it is their estimate, and
 * stays. `before` is the sum before the change.
 */
export async function followLines(
  context: TransactionContext,
  lines: Model,
  dealId: string,
  before: Decimal,
): Promise<void> {
  const deal = await lockDocument(context, lines, dealId);
  if (!deal?.model.fields.has('value')) return;
  const sum = await sumOfLines(context, lines, dealId);
  const value = amountOf(deal.record.value);
  if (value === null || new Decimal(value).isZero() || before.equals(value))
    await setDerived(context, deal.model, dealId, requireStorable({ value: sum.toFixed() }));
}
