import { isDeepStrictEqual } from 'node:util';
import { parseJson } from '#lib/json.ts';
import type { Access } from '../access/access.ts';
import { systemKeys } from '../models/model.ts';
import type { RecordObject } from '../models/record.ts';
import type { Registry } from '../models/registry.ts';
import { pastState } from './past-state.ts';

/** The record of an event without the fields that are hidden from the caller or deleted from the model. */
export function eventRecord(
  registry: Registry,
  access: Access,
  modelName: string,
  text: string,
  derivedAt?: string,
): RecordObject {
  const model = registry.named(modelName);
  if (!model) {
    const record = parseJson(text) as RecordObject;
    const view = registry.otherEvents.find(({ name }) => name === modelName)?.view;
    return view ? view(record, registry, access) : record;
  }
  const state = pastState(model, text, derivedAt);
  const hidden = access.hiddenValues(model);
  if (hidden.size === 0) return state;
  return Object.fromEntries(Object.entries(state).filter(([key]) => !hidden.has(key)));
}

/** Fields that an update changed, except the system fields, which every update changes. */
export const changedFields = (record: RecordObject, previous: RecordObject): string[] =>
  Object.keys(record).filter((key) => !systemKeys.has(key) && !isDeepStrictEqual(record[key], previous[key]));
