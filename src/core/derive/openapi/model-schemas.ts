import type { JsonSchema } from '../../fields/field.ts';
import type { Model } from '../../models/model.ts';
import type { Registry } from '../../models/registry.ts';
import { isAbsentFromEvents } from '../../query/rows.ts';
import { exampleRecord, inputSchema, patchSchema, recordSchema } from '../schemas.ts';
import { ref } from './components.ts';
import { schemaNames } from './schema-names.ts';
import { createdExample, shownOnce } from './shown-once.ts';

type Schemas = readonly (readonly [name: string, schema: JsonSchema])[];

/** Fields that every response contains, unless a role hides them. */
const alwaysShown = ({ fields }: Model): string[] =>
  [...fields.values()].filter(({ declared }) => declared.shownWith === undefined).map(({ key }) => key);

/** The schema of a record. It references no other schema, so documents of other modules can contain it too. */
export function recordComponent(model: Model): Schemas {
  const schema = {
    ...recordSchema(model),
    required: alwaysShown(model),
    examples: [exampleRecord(model)],
  };
  return [[schemaNames(model).record, schema]];
}

/** The models whose records `include` can embed. */
export const includedModels = (model: Model, registry: Registry): Model[] => [
  ...new Set(
    [...model.fields.values()]
      .filter(({ declared }) => declared.to !== undefined)
      .map((field) => registry.target(field)),
  ),
];

/** The other schemas of a model, which reference records. */
export function otherComponents(model: Model, registry: Registry): Schemas {
  const names = schemaNames(model);
  const targets = includedModels(model, registry).map((target) => ref('schemas', schemaNames(target).record));
  const included = ref('schemas', names.included);
  return [
    ...(model.readOnly
      ? []
      : ([
          [names.input, inputSchema(model)],
          [names.patch, patchSchema(model)],
        ] as const)),
    [
      names.included,
      {
        type: 'object',
        description: 'Records by their ids.',
        additionalProperties: targets.length === 1 ? targets[0] : { anyOf: targets },
      },
    ],
    [
      names.list,
      {
        type: 'object',
        title: model.labelPlural,
        properties: {
          data: { type: 'array', items: ref('schemas', names.record) },
          meta: ref('schemas', 'ListMeta'),
          included,
        },
        required: ['data', 'meta'],
      },
    ],
    [names.withIncluded, withIncluded(model, included)],
    ...writeResponseComponents(model),
  ];
}

/**
 * The answer to a read of one record. With `asOf` it lacks fields that events do not store; only then the fields are
 * listed again.
 */
function withIncluded(model: Model, included: JsonSchema): JsonSchema {
  const { title, properties } = recordSchema(model) as { title: string; properties: JsonSchema };
  const required = alwaysShown(model);
  const stored = required.filter((key) => {
    const field = model.fields.get(key);
    return field && !isAbsentFromEvents(field);
  });
  if (stored.length === required.length)
    return { title, allOf: [ref('schemas', schemaNames(model).record)], properties: { included } };
  return {
    type: 'object',
    title,
    description: 'With `asOf` it has no secrets and no other fields that events do not store.',
    properties: { ...properties, included },
    required: stored,
  };
}

/** Schemas of records in answers to writes, for models whose writes return more than reads. */
function writeResponseComponents(model: Model): Schemas {
  const names = schemaNames(model);
  const record = recordSchema(model) as { title: string; properties: JsonSchema };
  const required = alwaysShown(model);
  const secrets = shownOnce(model).map(({ key, label }) => [key, { type: 'string', title: label, readOnly: true }]);
  const created = {
    ...record,
    description: 'With secrets that are shown this once.',
    properties: { ...record.properties, ...Object.fromEntries(secrets), ...model.shownOnWrite },
    required,
    examples: [createdExample(model)],
  };
  const written = {
    ...record,
    properties: { ...record.properties, ...model.shownOnWrite },
    required,
    examples: [exampleRecord(model)],
  };
  return [
    ...(secrets.length > 0 ? [[names.created, created] as const] : []),
    ...(model.shownOnWrite ? [[names.written, written] as const] : []),
  ];
}
