import type { Field, FieldOptions, JsonSchema } from '../fields/field.ts';
import { secretStateSchema } from '../fields/secret.ts';
import { type Model, systemKeys } from '../models/model.ts';

const orNull = (schema: JsonSchema): JsonSchema => {
  if (Object.keys(schema).length === 0) return {};
  const { type, enum: values, ...rest } = schema as { type: string; enum?: unknown[] };
  return { ...rest, type: [type, 'null'], ...(values && { enum: [...values, null] }) };
};

const described = (field: Field, schema: JsonSchema, ...more: readonly string[]): JsonSchema => {
  const { to, shownWith } = field.declared;
  const description = [
    ...(to ? [`Id of a record of ${to}.`] : []),
    ...(shownWith ? [`Shown to callers with ${shownWith}.`] : []),
    ...more,
  ].join(' ');
  return {
    ...schema,
    title: field.label,
    ...(description !== '' && { description }),
    ...(field.options && !field.declared.strict && { examples: field.options.map((option) => option.value) }),
  };
};

/** The default as a sentence, because type generators treat a field with the keyword `default` as always present. */
export function defaultInWords({
  default: value,
  defaultFrom,
}: Pick<FieldOptions, 'default' | 'defaultFrom'>): string[] {
  if (defaultFrom === 'caller') return ['When left out: the calling user.'];
  if (defaultFrom === 'now') return ['When left out: the time of the request.'];
  return value === undefined || value === null ? [] : [`When left out: ${JSON.stringify(value)}.`];
}

/** The schema of a field in responses. */
function readSchema(field: Field): JsonSchema {
  if (field.type.seal) return { ...secretStateSchema, title: field.label };
  const schema = field.type.schema(field);
  const always = field.required || ['_id', 'createdAt', 'updatedAt', 'version'].includes(field.key);
  return described(field, { ...(always ? schema : orNull(schema)), ...(field.readOnly && { readOnly: true }) });
}

/** The schema of a field in requests. */
const writeSchema = (field: Field): JsonSchema => {
  const schema = field.type.schema(field);
  return described(field, field.required ? schema : orNull(schema), ...defaultInWords(field.declared));
};

/**
 * The schema of a record. Only `_id` is required, because a response may contain only some fields. It allows other
 * members, because a model may get more fields while a client still uses an older document.
 */
export function recordSchema(model: Model): JsonSchema {
  const fields = [...model.fields.values()];
  return {
    type: 'object',
    title: model.label,
    properties: Object.fromEntries(fields.map((field) => [field.key, readSchema(field)])),
    required: ['_id'],
  };
}

/** The schema of a body that creates or replaces a record. */
export function inputSchema(model: Model): JsonSchema {
  const required = model.writable.filter(
    ({ required, declared }) => required && declared.default === undefined && declared.defaultFrom === undefined,
  );
  return {
    type: 'object',
    title: `${model.label}, to create`,
    // The rule is a sentence, because client generators create wrong types from `anyOf` with `required`.
    ...(model.requiresOneOf.length > 0 && {
      description: `At least one of these is required: ${model.requiresOneOf.join(', ')}.`,
    }),
    properties: Object.fromEntries(model.writable.map((field) => [field.key, writeSchema(field)])),
    ...(required.length > 0 && { required: required.map((field) => field.key) }),
    additionalProperties: false,
  };
}

/** The schema of a body that updates a record: all changeable fields are optional. */
export function patchSchema(model: Model): JsonSchema {
  const fields = model.writable.filter((field) => !field.declared.createOnly);
  return {
    type: 'object',
    title: `${model.label}, to update`,
    properties: Object.fromEntries(
      fields.map((field) => [
        field.key,
        described(field, field.required ? field.type.schema(field) : orNull(field.type.schema(field))),
      ]),
    ),
    additionalProperties: false,
  };
}

/** A valid body: the required fields and the first six optional ones. */
export function exampleInput(model: Model, n = 1): Record<string, unknown> {
  const shown = model.writable.filter(
    ({ required, declared, type }) =>
      required || (declared.to === undefined && !type.seal && type.operators.length > 0),
  );
  const named = [...shown.filter((field) => field.required), ...shown.filter((field) => !field.required).slice(0, 6)];
  const lacksOne = model.requiresOneOf.length > 0 && !named.some(({ key }) => model.requiresOneOf.includes(key));
  const oneOf = lacksOne ? model.fields.get(model.requiresOneOf[0] ?? '') : undefined;
  return Object.fromEntries(
    [...named, ...(oneOf ? [oneOf] : [])].map((field) => [
      field.key,
      field.declared.example ?? field.type.example(field, n),
    ]),
  );
}

/** An example of a body that updates a record. */
export function examplePatch(model: Model): Record<string, unknown> {
  const changeable = Object.entries(exampleInput(model)).filter(([key]) => !model.fields.get(key)?.declared.createOnly);
  return Object.fromEntries(changeable.slice(0, 2));
}

/** An example of a record in a response. */
export function exampleRecord(model: Model): Record<string, unknown> {
  const input = exampleInput(model);
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
      systemKeys.has(field.key) ? system[field.key] : field.type.seal ? { set: false } : (input[field.key] ?? null),
    ]),
  );
}
