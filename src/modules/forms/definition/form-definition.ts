import type { JsonValue } from '#core/fields/field.ts';
import type { Model } from '#core/models/model.ts';
import type { Registry } from '#core/models/registry.ts';
import type { RecordObject } from '#core/operations/validate.ts';
import { isJsonObject } from '#lib/json.ts';
import { type Condition, conditionOperators, type LogicRule } from '../pages/assets/logic.js';
import {
  type FieldSettings,
  type FormField,
  isAnswerable,
  modelField,
  type OwnType,
  ownField,
  settingsOf,
} from './form-field.ts';

export interface FormStep {
  readonly title: string;
  readonly fields: readonly string[];
}

/** A form as shown to visitors. */
export interface FormDefinition {
  readonly model: Model | undefined;
  readonly fields: readonly FormField[];
  /** The steps; a form without steps has one with all fields. */
  readonly steps: readonly FormStep[];
  readonly rules: readonly LogicRule[];
}

/**
 * Parses the definition of a stored form. Parts that have become invalid, because the model has changed, are omitted.
 */
export function definitionOf(registry: Registry, form: RecordObject): FormDefinition {
  const model = typeof form.modelKey === 'string' ? registry.named(form.modelKey) : undefined;
  const required = new Set(stringsIn(form.requiredFields));
  const fields = stringsIn(form.fields).flatMap((key): FormField[] => {
    const settings = settingsOf(form.fieldSettings, key);
    if (isOwn(settings)) return [ownField(key, settings, required.has(key))];
    const field = model?.fields.get(key);
    return field && isAnswerable(field) ? [modelField(field, settings, required.has(key))] : [];
  });
  const keys = new Set(fields.map(({ key }) => key));
  return { model, fields, steps: stepsOf(form.steps, keys), rules: rulesOf(form.logic, keys) };
}

export const isOwn = (settings: FieldSettings): settings is FieldSettings & { readonly type: OwnType } =>
  settings.type !== undefined;

export const stringsIn = (value: JsonValue | undefined): string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];

/** Fields that no step names are added to the last step. */
function stepsOf(given: JsonValue | undefined, keys: ReadonlySet<string>): FormStep[] {
  const placed = new Set<string>();
  const steps: { title: string; fields: string[] }[] = [];
  for (const step of Array.isArray(given) ? given : []) {
    if (!isJsonObject(step)) continue;
    const fields = stringsIn((step as RecordObject).fields).filter((key) => keys.has(key) && !placed.has(key));
    for (const key of fields) placed.add(key);
    const { title } = step as RecordObject;
    if (fields.length > 0) steps.push({ title: typeof title === 'string' ? title : '', fields });
  }
  const left = [...keys].filter((key) => !placed.has(key));
  const last = steps.at(-1);
  if (!last) return [{ title: '', fields: left }];
  last.fields.push(...left);
  return steps;
}

function rulesOf(given: JsonValue | undefined, keys: ReadonlySet<string>): LogicRule[] {
  return (Array.isArray(given) ? given : []).flatMap((rule) => {
    const read = readRule(rule);
    const known = read && {
      ...read,
      if: read.if.filter(({ field }) => keys.has(field)),
      fields: read.fields.filter((key) => keys.has(key)),
    };
    return known && known.if.length > 0 && known.fields.length > 0 ? [known] : [];
  });
}

/**
 * Parses a rule: `{if: {field, operator, value} or several, any?, then: "show", fields: [...]}`. Undefined when it is
 * malformed.
 */
export function readRule(given: JsonValue): LogicRule | undefined {
  if (!isJsonObject(given)) return undefined;
  const { if: conditions, any, then, fields } = given as RecordObject;
  const read = (Array.isArray(conditions) ? conditions : [conditions]).map(readCondition);
  if (read.length === 0 || !read.every((condition) => condition !== undefined)) return undefined;
  if (then !== 'show' && then !== 'hide' && then !== 'require') return undefined;
  return { if: read, any: any === true, then, fields: stringsIn(fields) };
}

function readCondition(given: JsonValue | undefined): Condition | undefined {
  if (!isJsonObject(given)) return undefined;
  const { field, operator = 'eq', value } = given as RecordObject;
  const known = conditionOperators.find((name) => name === operator);
  if (typeof field !== 'string' || known === undefined) return undefined;
  return { field, operator: known, ...(value !== undefined && { value }) };
}
