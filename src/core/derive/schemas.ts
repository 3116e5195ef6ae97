import type { Field, JsonSchema } from '../fields/field.ts';
import { secretStateSchema } from '../fields/secret.ts';
import { type Model, systemKeys } from '../model.ts';

const orNull = (schema: JsonSchema): JsonSchema => {
  if (Object.keys(schema).length === 0) return {};
  const { type, enum: values, ...rest } = schema as { type: string; enum?: unknown[] };
  return { ...rest, type: [type, 'null'], ...(values && { enum: [...values, null] }) };
};

const described = (field: Field, schema: JsonSchema): JsonSchema => ({
  ...schema,
  title: field.label,
  ...(field.declared.to && { description: `Id of a record of ${field.declared.to}.` }),
  ...(field.declared.shownWith && { description: `Shown to callers with ${field.declared.shownWith}.` }),
  ...(field.options && !field.declared.strict && { examples: field.options.map((option) => option.value) }),
});

/** A field as answers show it. */
function readSchema(field: Field): JsonSchema {
  if (field.type.seal) return { ...secretStateSchema, title: field.label };
  const schema = field.type.schema(field);
  const always = field.required || ['_id', 'createdAt', 'updatedAt', 'version'].includes(field.key);
  return described(field, { ...(always ? schema : orNull(schema)), ...(field.readOnly && { readOnly: true }) });
}

/** A field as requests may give it. */
const writeSchema = (field: Field): JsonSchema => {
  const schema = field.type.schema(field);
  return described(field, {
    ...(field.required ? schema : orNull(schema)),
    ...(field.declared.default !== undefined && { default: field.declared.default }),
  });
};

/** What a record looks like. Every field is always there; `included` only when asked for. */
export function recordSchema(model: Model): JsonSchema {
  const fields = [...model.fields.values()];
  return {
    type: 'object',
    title: model.label,
    properties: Object.fromEntries(fields.map((field) => [field.key, readSchema(field)])),
    required: ['_id'],
    additionalProperties: false,
  };
}

/** What creates or replaces a record. */
export function inputSchema(model: Model): JsonSchema {
  const required = model.writable.filter(({ required, declared }) => required && declared.default === undefined);
  return {
    type: 'object',
    title: `${model.label}, to write`,
    // In words: generators of clients make wrong types of `anyOf` with `required`.
    ...(model.requiresOneOf.length > 0 && {
      description: `At least one of these is required: ${model.requiresOneOf.join(', ')}.`,
    }),
    properties: Object.fromEntries(model.writable.map((field) => [field.key, writeSchema(field)])),
    ...(required.length > 0 && { required: required.map((field) => field.key) }),
    additionalProperties: false,
  };
}

/** A body that would be accepted: the required fields and a few of those that people fill in first. */
export function exampleInput(model: Model, n = 1): Record<string, unknown> {
  const shown = model.writable.filter(
    ({ required, declared, type }) =>
      required || (declared.to === undefined && !type.seal && type.operators.length > 0),
  );
  return Object.fromEntries(
    [...shown.filter((field) => field.required), ...shown.filter((field) => !field.required).slice(0, 6)].map(
      (field) => [field.key, field.declared.example ?? field.type.example(field, n)],
    ),
  );
}

/** A record as an answer would show it. */
export function exampleRecord(model: Model): Record<string, unknown> {
  const given = exampleInput(model);
  const system: Record<string, unknown> = {
    _id: '01930000-0000-7000-8000-000000000001',
    createdAt: '2026-01-01T09:00:00.000Z',
    updatedAt: '2026-01-01T09:00:00.000Z',
    createdBy: '01930000-0000-7000-8000-000000000002',
    updatedBy: '01930000-0000-7000-8000-000000000002',
    version: 1,
  };
  return Object.fromEntries(
    [...model.fields.values()].map((field) => [
      field.key,
      systemKeys.has(field.key) ? system[field.key] : field.type.seal ? { set: false } : (given[field.key] ?? null),
    ]),
  );
}
