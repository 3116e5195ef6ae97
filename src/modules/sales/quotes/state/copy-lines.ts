import { withAllAccess } from '#core/access/platform.ts';
import type { TransactionContext } from '#core/context.ts';
import { invalid } from '#core/errors.ts';
import type { Field } from '#core/fields/field.ts';
import type { Model } from '#core/models/model.ts';
import type { RecordObject } from '#core/models/record.ts';
import { invoke, operations } from '#core/operations/index.ts';
import { maxPrinted } from '../document/printed-document.ts';
import { quoteProducts } from '../model-names.ts';
import { readLines } from '../sql/document-lines.ts';

/** Copies the lines of a quote to another document: to its next version, or to its order. */
export async function copyLines(
  context: TransactionContext,
  quoteId: string,
  model: Model,
  parent: Readonly<Record<string, string>>,
): Promise<void> {
  const lines = await readLines(context, quoteId, maxPrinted.lines + 1);
  if (lines.length > maxPrinted.lines)
    throw invalid('lines', 'too_long', `of this quote are more than ${maxPrinted.lines}, which cannot be copied`);
  for (const line of lines)
    await invoke(withAllAccess(context), operations.create, model, {
      record: { ...copyOf(line, quoteProducts(context), model), ...parent },
    });
}

/** The fields of a record that another model has in the same form, and that clients may write. */
export function copyOf(record: RecordObject, from: Model, to: Model): RecordObject {
  const isCopied = (field: Field): boolean => {
    const source = from.fields.get(field.key);
    const value = record[field.key] ?? null;
    const isPlain = !field.unique && field.behaviour === undefined && value !== null;
    return isPlain && source?.type === field.type && source.declared.to === field.declared.to;
  };
  return Object.fromEntries(to.writable.filter(isCopied).map(({ key }) => [key, record[key] ?? null]));
}
