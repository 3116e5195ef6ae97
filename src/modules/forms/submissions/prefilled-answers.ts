import type { Context } from '#core/context.ts';
import { AppError } from '#core/errors.ts';
import type { JsonValue } from '#core/fields/field.ts';
import { invoke, operations } from '#core/operations/index.ts';
import type { RecordObject } from '#core/operations/validate.ts';
import type { FormDefinition } from '../definition/form-definition.ts';
import type { Control } from '../definition/form-field.ts';
import { readPrefillToken } from './prefill-token.ts';

type Texts = ReadonlyMap<string, readonly string[]>;

/** The values of the form's fields in the record of a personal link, as visible to the owner of the form. */
export async function prefilledAnswers(
  context: Context,
  form: RecordObject,
  { model, fields }: FormDefinition,
  token: string,
): Promise<Texts> {
  const recordId = token === '' ? undefined : readPrefillToken(context.services.vault, String(form._id), token);
  if (recordId === undefined || !model || typeof form.ownerId !== 'string') return new Map();
  const { tenantId } = context.caller;
  const owner = (await context.services.directory.actors(tenantId, [form.ownerId])).get(form.ownerId);
  if (!owner) return new Map();
  const record = await invoke({ ...context, caller: owner }, operations.get, model, { id: recordId, query: {} }).catch(
    (error) => {
      // The record may have been deleted since the link was created.
      if (error instanceof AppError && error.status < 500) return undefined;
      throw error;
    },
  );
  if (!record) return new Map();
  const values = JSON.parse(record.body) as RecordObject;
  const own = fields.filter(({ isOfModel }) => isOfModel);
  return new Map(own.map(({ key, control }) => [key, textsOf(values[key], control)]));
}

function textsOf(value: JsonValue | undefined, control: Control): string[] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) return value.map(String);
  if (control === 'datetime') return [String(value).slice(0, 16)];
  return [String(value)];
}
