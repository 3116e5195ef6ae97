import { isDeepStrictEqual } from 'node:util';
import { parseJson } from '#lib/json.ts';
import type { Access } from '../access/access.ts';
import { type ModelView, withoutDeletedFields, withoutHiddenFields } from '../derive/registry-view.ts';
import { systemKeys } from '../models/model.ts';
import type { Registry } from '../models/registry.ts';
import type { RecordObject } from '../operations/validate.ts';
import { pastState } from './past-state.ts';

/** The `model` of events about models. Their record is a model in the form of `viewModel`. */
export const modelEvents = 'data.models';

/** The record of an event without the fields that are hidden from the caller or deleted from the model. */
export function eventRecord(registry: Registry, access: Access, modelName: string, text: string): RecordObject {
  if (modelName === modelEvents)
    return withoutHiddenFields(withoutDeletedFields(parseJson(text) as ModelView, registry), access);
  const model = registry.named(modelName);
  if (!model) return parseJson(text) as RecordObject;
  const state = pastState(model, text);
  const hidden = access.hiddenFields(model);
  if (hidden.size === 0) return state;
  return Object.fromEntries(Object.entries(state).filter(([key]) => !hidden.has(key)));
}

/** Fields that an update changed, without the system fields, which every update changes. */
export const changedFields = (record: RecordObject, previous: RecordObject): string[] =>
  Object.keys(record).filter((key) => !systemKeys.has(key) && !isDeepStrictEqual(record[key], previous[key]));
