import { todayIn } from '#lib/days.ts';
import { companyOf } from '../company/company.ts';
import type { Context } from '../context.ts';
import type { Stamp } from '../fields/behaviour.ts';
import type { Field, JsonValue } from '../fields/field.ts';
import type { Model } from '../models/model.ts';
import type { RecordObject, Values } from '../models/record.ts';
import { applyStatus, type StatusOptions } from './statuses.ts';

/**
 * Sets the fields of the status. Then sets the stamps whose condition becomes true by this write, and clears those whose
 * condition becomes false. A value that the write itself gives is kept.
 */
export async function applyStamps(
  context: Context,
  model: Model,
  values: Values,
  previous: RecordObject | undefined,
  options?: StatusOptions,
): Promise<void> {
  await applyStatus(context, model, values, previous, options);
  for (const field of model.behaviours?.stamps ?? []) {
    const { stamp } = field.declared;
    if (stamp === undefined || values.has(field)) continue;
    const was = previous !== undefined && isMet(stamp, (key) => previous[key]);
    const is = isMet(stamp, (key) => valueAfter(model, key, values, previous));
    if (is !== was) values.set(field, is ? await stampOf(context, field, stamp) : null);
  }
}

const isMet = ({ when }: Stamp, valueFor: (key: string) => JsonValue | undefined): boolean =>
  Object.entries(when).every(([key, accepted]) => accepted.some((value) => value === (valueFor(key) ?? null)));

function valueAfter(
  model: Model,
  key: string,
  values: Values,
  previous: RecordObject | undefined,
): JsonValue | undefined {
  const field = model.fields.get(key);
  return field && values.has(field) ? values.get(field) : previous?.[key];
}

async function stampOf(context: Context, { type }: Field, { set }: Stamp): Promise<JsonValue> {
  if (set === 'me') return context.caller.userId;
  if (set === 'now' && type.column !== 'date') return new Date().toISOString();
  const { timeZone } = await companyOf(context);
  return todayIn(timeZone);
}
