import type { TransactionContext } from '#core/context.ts';
import { invalid } from '#core/errors.ts';
import type { Field } from '#core/fields/field.ts';
import type { Model } from '#core/models/model.ts';
import type { RecordObject } from '#core/models/record.ts';
import { insertMany } from '#core/operations/insert-many.ts';
import { newId } from '#lib/ids.ts';
import { refreshDocument } from '../../documents/refresh-documents.ts';
import { maxPrinted } from '../document/printed-document.ts';
import { quoteProducts } from '../model-names.ts';
import { readLines } from '../sql/document-lines.ts';

/**
 * Copies the lines of a quote to another document: to its next version, or to its order. Prices and products of bundles
 * are copied as they are, so the catalogue has no effect on them. Then the totals of the document follow from its lines.
 */
export async function copyLines(
  context: TransactionContext,
  quoteId: string,
  model: Model,
  documentId: string,
): Promise<void> {
  const lines = await readLines(context, quoteId, maxPrinted.lines + 1);
  if (lines.length > maxPrinted.lines)
    throw invalid('lines', 'too_long', `of this quote are more than ${maxPrinted.lines}, which cannot be copied`);
  if (lines.length === 0) return;
  const ids = new Map(lines.map(({ _id }) => [_id, newId()]));
  const rows = lines.map((line) => {
    const bundleLineId = ids.get(line.bundleLineId ?? null) ?? null;
    const values = { ...copyOf(line, quoteProducts(context), model, model.stored), bundleLineId };
    return { id: String(ids.get(line._id)), values: { ...values, [model.parent?.key ?? '']: documentId } };
  });
  await insertMany(context, model, rows, { withoutHooks: true });
  await refreshDocument(context, model, documentId);
}

/** The values of a record in these fields of another model, where both models declare them alike. */
export function copyOf(
  record: RecordObject,
  from: Model,
  to: Model,
  fields: readonly Field[] = to.writable,
): RecordObject {
  const isCopied = (field: Field): boolean => {
    const source = from.fields.get(field.key);
    const isPlain = !field.unique && field.behaviour?.kind !== 'autonumber' && (record[field.key] ?? null) !== null;
    return isPlain && source?.type === field.type && source.declared.to === field.declared.to;
  };
  return Object.fromEntries(fields.filter(isCopied).map(({ key }) => [key, record[key] ?? null]));
}
