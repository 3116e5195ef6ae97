import type { Context } from '../context.ts';
import { fromDatabase } from '../database-errors.ts';
import { AppError } from '../errors.ts';
import type { Model } from '../models/model.ts';
import type { RecordObject } from './validate.ts';

/**
 * The error of a restore when another record has the number of a restored one: only an import gives a number twice. The restored
 * record keeps its number, because customers know it. Other errors are returned as they are.
 */
export function asNumberTaken(
  error: unknown,
  { registry }: Context,
  model: Model,
  records: readonly RecordObject[],
): unknown {
  const fault = fromDatabase(error, registry);
  const [key = ''] = fault instanceof AppError && fault.code === 'unique_violation' ? fault.details.map(keyOf) : [];
  const field = model.fields.get(key);
  if (field?.behaviour?.kind !== 'autonumber') return error;
  const [record, ...others] = records;
  const number = record && others.length === 0 ? ` ${String(record[key])}` : '';
  const name = model.label.toLowerCase();
  const message =
    `The ${name} cannot be restored: an import has given its ${field.key}${number} to another ${name}. ` +
    `Delete that ${name}, restore this one, and import the other one again with another ${field.key}.`;
  return new AppError('unique_violation', message, [{ field: field.key, code: 'unique_violation', message }]);
}

const keyOf = ({ field }: { readonly field?: string }): string => field ?? '';
