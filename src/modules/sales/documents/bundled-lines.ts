import { Decimal } from 'decimal.js';
import type { TransactionContext } from '#core/context.ts';
import type { JsonValue } from '#core/fields/field.ts';
import type { Model } from '#core/models/model.ts';
import type { RecordObject } from '#core/models/record.ts';
import { insertMany } from '#core/operations/insert-many.ts';
import { updateMany } from '#core/operations/update-many.ts';
import { linesOfBundles } from '../sql/document-lines.ts';
import { readBundle } from '../sql/prices.ts';

/** Adds the products of a bundle below its line. They cost nothing, because the bundle has the price. */
export async function addBundledLines(context: TransactionContext, model: Model, line: RecordObject): Promise<void> {
  if (typeof line.productId !== 'string') return;
  const items = await readBundle(context, line.productId);
  const bundles = new Decimal(String(line.quantity ?? 0));
  const rows = items.map(({ productId, name, quantity }) => ({
    values: {
      [model.parent?.key ?? '']: line[model.parent?.key ?? ''] ?? null,
      productId,
      name,
      quantity: bundles.times(quantity).toNumber(),
      unitPrice: 0,
      net: 0,
      total: 0,
      position: line.position ?? 0,
      bundleLineId: line._id ?? null,
    },
  }));
  await insertMany(context, model, rows, { withoutHooks: true });
}

/** Changes the quantities of the products of a bundle with its own. */
export async function scaleBundledLines(
  context: TransactionContext,
  model: Model,
  id: string,
  { before, after }: { readonly before: JsonValue | undefined; readonly after: JsonValue | undefined },
): Promise<void> {
  const was = new Decimal(String(before ?? 0));
  if (was.isZero()) return;
  const lines = await linesOfBundles(context, model, [id]);
  const rows = lines.map((line) => {
    const quantity = new Decimal(line.quantity ?? 0).times(String(after ?? 0)).div(was);
    return { id: line.id, values: { quantity: quantity.toDecimalPlaces(6).toNumber() } };
  });
  await updateMany(context, model, rows, { withoutHooks: true });
}
