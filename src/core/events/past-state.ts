import { parseJson } from '#lib/json.ts';
import type { Field } from '../fields/field.ts';
import type { Model } from '../models/model.ts';
import type { RecordObject } from '../operations/validate.ts';

/**
 * A record as an event keeps it, reduced to the fields that its model has today. Events hold values by key, so the values
 * of a custom field stay in them when it is deleted; they are not shown, nor taken for those of a new field of that key.
 */
export function pastState(model: Model, text: string): RecordObject {
  const state = parseJson(text) as RecordObject;
  const kept = Object.entries(state).filter(([key]) => isOf(model.fields.get(key), state));
  return kept.length === Object.keys(state).length ? state : Object.fromEntries(kept);
}

const isOf = (field: Field | undefined, { updatedAt }: RecordObject): boolean =>
  field !== undefined && (field.definedAt === undefined || String(updatedAt) >= field.definedAt);
