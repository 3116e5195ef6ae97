import { Access, type Grant } from '../access/access.ts';
import type { TransactionContext } from '../context.ts';
import { AppError } from '../errors.ts';
import type { JsonValue } from '../fields/field.ts';
import { answerOf } from './operation.ts';
import { type LockedRecord, saveChange } from './update.ts';
import { readRecord } from './validate.ts';

/**
 * Writes fields of a locked record for an action. The platform writes them, because clients cannot write all of them. A
 * caller for whom the status is read-only may not change it by an action either. Returns the record as JSON text, with
 * the fields that the caller may see.
 */
export async function updateByPlatform(
  context: TransactionContext,
  grant: Grant,
  { before, previous }: LockedRecord,
  values: Readonly<Record<string, JsonValue>>,
): Promise<string> {
  const { model } = grant;
  if (Object.hasOwn(values, 'status')) requireWritable(grant, 'status');
  const system = Access.system.grant(model, 'write');
  const read = await readRecord(context, system, values, 'merge', previous, { isPlatform: true });
  const { saved } = await saveChange(context, model, before, read);
  return answerOf(saved, grant).body;
}

function requireWritable({ model, readOnly, hidden }: Grant, key: string): void {
  const field = model.fields.get(key);
  if (!field || field.readOnly || !(readOnly.has(key) || hidden.has(key))) return;
  const message = `The ${key} of ${model.labelPlural.toLowerCase()} is read-only for you.`;
  throw new AppError('forbidden', message, [{ field: key, code: 'read_only', message }]);
}
