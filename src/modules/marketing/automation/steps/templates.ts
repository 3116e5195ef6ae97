import type { Context } from '#core/context.ts';
import type { Field, JsonValue } from '#core/fields/field.ts';
import type { Model } from '#core/models/model.ts';
import { isJsonObject } from '#lib/json.ts';
import { checkTexts, renderTexts } from '../../../communications/contract.ts';
import type { JsonObject } from '../definition/definition.ts';
import { StepProblem } from '../definition/reading.ts';
import type { Enrolled, StepRun } from './step-type.ts';

/** Texts in a configuration are Liquid. They are rendered with the record, the trigger and the answers of earlier steps. */

const isTemplate = (text: string): boolean => text.includes('{{') || text.includes('{%');

/** The values that a template reads. */
export function scopeOf({ model, definition, context }: StepRun, row: Enrolled): Record<string, unknown> {
  return {
    record: row.record,
    [model.key]: row.record,
    ...(model.key === 'lead' && { contact: row.record }),
    trigger: row.trigger,
    steps: row.outputs,
    ...row.outputs,
    workflow: { name: definition.name, enrollmentId: row.enrollmentId },
    owner: { _id: context.caller.userId, email: context.caller.email },
  };
}

/** The texts of a value, in the order in which `withTexts` replaces them. */
function textsOf(value: JsonValue | undefined): string[] {
  if (typeof value === 'string') return isTemplate(value) ? [value] : [];
  if (Array.isArray(value)) return value.flatMap(textsOf);
  return isJsonObject(value) ? Object.values(value as JsonObject).flatMap(textsOf) : [];
}

function withTexts(value: JsonValue, next: () => string): JsonValue {
  if (typeof value === 'string') return isTemplate(value) ? next() : value;
  if (Array.isArray(value)) return value.map((one) => withTexts(one, next));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value as JsonObject).map(([key, one]) => [key, withTexts(one, next)]));
}

/** Fills in the texts of a value for each record. */
export async function renderFor<T extends JsonValue>(run: StepRun, value: T, part: string): Promise<T[]> {
  const texts = textsOf(value);
  if (texts.length === 0) return run.rows.map(() => value);
  const rendered: T[] = [];
  for (const row of run.rows) {
    const results = await renderTexts(run.context, texts, scopeOf(run, row), part);
    let n = 0;
    rendered.push(withTexts(value, () => results[n++] ?? '') as T);
  }
  return rendered;
}

/** Refuses texts that are not Liquid, when the workflow is activated. */
export async function checkTemplates(context: Context, value: JsonValue, part: string): Promise<void> {
  const texts = textsOf(value);
  if (texts.length > 0) await checkTexts(context, texts, part);
}

/**
 * Values of a record of which some were filled in. A template makes a text; a field of another type reads it as a filter
 * would, and an empty text is no value.
 */
export function asFieldValues(model: Model, template: JsonObject, values: JsonObject): Record<string, JsonValue> {
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) => {
      const given = template[key];
      const wasFilledIn = typeof given === 'string' && isTemplate(given);
      const field = model.fields.get(key);
      return [key, wasFilledIn && field && typeof value === 'string' ? fromText(field, value) : value];
    }),
  );
}

function fromText(field: Field, text: string): JsonValue {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  if (field.type.name === 'json') return parsedJson(trimmed);
  return field.type.array ? trimmed.split(',').map((one) => one.trim()) : parseOrKeep(field, text);
}

function parsedJson(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    // The check of the field refuses what is no JSON, with its own message.
    return text;
  }
}

function parseOrKeep(field: Field, text: string): JsonValue {
  try {
    return field.type.parse(field.type.multiline || field.type.name === 'text' ? text : text.trim(), field);
  } catch {
    // The write refuses it, with a message that names the field.
    return text;
  }
}

/** Refuses values of fields that the model does not have. */
export function requireFields(model: Model, values: JsonObject, part: string): void {
  for (const key of Object.keys(values))
    if (!model.fields.has(key))
      throw new StepProblem(`${part}.${key}`, 'unknown_field', `is not a field of ${model.labelPlural.toLowerCase()}`);
}
