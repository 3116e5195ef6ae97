import { parseJson } from '#lib/json.ts';
import type { Field } from '../fields/field.ts';
import type { Model } from '../models/model.ts';
import type { RecordObject } from '../models/record.ts';

/**
 * The record of an event with only the fields that its model has now. Events store values by key, so they may still
 * contain the values of a deleted custom field. These are not shown, even if a new field has the same key. `derivedAt` is
 * the time of an event that changed only derived fields, because such a change does not set `updatedAt`.
 */
export function pastState(model: Model, text: string, derivedAt?: string): RecordObject {
  const state = parseJson(text) as RecordObject;
  const current = Object.entries(state).filter(([key]) =>
    existedIn(derivedAt ?? String(state.updatedAt), model.fields.get(key)),
  );
  return current.length === Object.keys(state).length ? state : Object.fromEntries(current);
}

const existedIn = (writtenAt: string, field: Field | undefined): boolean =>
  field !== undefined && (field.definedAt === undefined || writtenAt >= field.definedAt);
