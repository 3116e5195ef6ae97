import type { Field, JsonSchema } from '../../fields/field.ts';
import type { Model } from '../../model.ts';
import { exampleInput, exampleRecord, recordSchema } from '../schemas.ts';
import { always, errors, etag, json, query, queued, ref, shared, writing } from './components.ts';
import { pastPaths } from './past.ts';

/** The paths of a model, from its fields. */
export function modelPaths(model: Model): Record<string, JsonSchema> {
  const { name, path } = model;
  const one = model.label.toLowerCase();
  const many = model.labelPlural.toLowerCase();
  const record = ref('schemas', name);
  const input = ref('schemas', `${name}.input`);
  const example = exampleRecord(model);
  const body = { required: true, ...json(input, exampleInput(model)) };
  const operation = (verb: string, summary: string, more: object) => ({
    operationId: `${name}.${verb}`,
    summary,
    tags: [name],
    ...more,
  });
  const listed = {
    type: 'object',
    properties: {
      data: { type: 'array', items: record },
      meta: ref('schemas', 'ListMeta'),
      included: { type: 'object', additionalProperties: { type: 'object' } },
    },
    required: ['data', 'meta'],
  };
  const shown = { description: `The ${one}.`, ...etag, ...json(record, example) };
  const made = madeSchema(model);
  const written = writtenSchema(model);
  const changed = written ? { ...shown, ...json(written, example) } : shown;
  const writes = !model.readOnly;
  return {
    [path]: {
      get: operation('list', `Lists ${many}`, {
        parameters: shared('filter', 'q', 'sort', 'page', 'limit', 'cursor', 'fields', 'include', 'count'),
        responses: { '200': { description: `${model.labelPlural}.`, ...json(listed) }, ...errors(...always) },
      }),
      ...(writes && {
        post: operation('create', `Creates a ${one}`, {
          parameters: shared('dryRun', 'idempotencyKey'),
          requestBody: body,
          responses: { '201': made ? { ...shown, ...json(made, madeExample(model)) } : shown, ...errors(...writing) },
        }),
      }),
    },
    [`${path}/{id}`]: {
      parameters: shared('id'),
      get: operation('get', `Gets a ${one}`, {
        parameters: shared('fields', 'include', 'asOf', 'ifNoneMatch'),
        responses: { '200': shown, '304': { description: 'It has not changed.' }, ...errors(...always) },
      }),
      ...(writes && {
        put: operation('replace', model.putMerges ? `Updates a ${one}; what is left out stays` : `Replaces a ${one}`, {
          parameters: shared('dryRun', 'idempotencyKey', 'ifMatch'),
          requestBody: body,
          responses: { '200': changed, ...errors(...writing, '412') },
        }),
        patch: operation('update', `Updates fields of a ${one}`, {
          parameters: shared('dryRun', 'idempotencyKey', 'ifMatch'),
          requestBody: {
            required: true,
            ...json({ type: 'object', additionalProperties: true, description: `Any fields of ${name}.input.` }),
          },
          responses: { '200': changed, ...errors(...writing, '412') },
        }),
        delete: operation(
          'remove',
          model.removeSets ? `Deactivates a ${one}` : `Deletes a ${one} with all that belongs to it`,
          {
            parameters: shared(...(model.removeSets ? [] : ['async' as const]), 'dryRun', 'idempotencyKey', 'ifMatch'),
            responses: {
              '204': { description: 'Done.' },
              ...(!model.removeSets && queued),
              ...errors(...always, '409', '412'),
            },
          },
        ),
      }),
    },
    ...pastPaths(model, operation, changed),
    [`${path}/search`]: {
      post: operation('search', `Lists ${many} by a query in the body`, {
        requestBody: { required: true, ...json(ref('schemas', 'Search')) },
        responses: {
          '200': { description: `${model.labelPlural}.`, ...json(listed) },
          ...errors(...always, '413', '415'),
        },
      }),
    },
    [`${path}/aggregate`]: {
      get: operation('aggregate', `Counts and sums ${many}`, {
        parameters: [
          query(
            'groupBy',
            'Fields, comma-separated, also one reference deep (accountId.industryId); dates as field:day, week, month, quarter or year.',
          ),
          query('tz', 'The time zone in which times fall into days, weeks and so on, such as Europe/Paris.', {
            type: 'string',
            default: 'UTC',
          }),
          query('include', 'References among groupBy whose records are embedded, comma-separated.'),
          ...['sum', 'avg', 'min', 'max'].map((measure) =>
            query(measure, `Fields whose ${measure} is asked for, comma-separated.`),
          ),
          query('count', 'Whether to count the records.', { type: 'boolean' }),
          query('sort', 'Groups or measures, such as -count or -sum.value.'),
          query('limit', 'Groups at most.', { type: 'integer', minimum: 1, maximum: 1000 }),
          ...shared('filter', 'q'),
        ],
        responses: {
          '200': { description: 'One entry for each group.', ...json(ref('schemas', 'Aggregates')) },
          ...errors(...always),
        },
      }),
    },
    ...(writes && {
      [`${path}/bulk`]: {
        post: operation(
          'bulk',
          `Creates, updates and deletes many ${many}`,
          bulkOperation(made ? { anyOf: [record, ...(written ? [written] : []), made] } : record),
        ),
      },
    }),
  };
}

/** Secrets that the platform makes: shown in the answer that makes the record, and never again. */
const shownOnce = ({ stored }: Model): Field[] => stored.filter((field) => field.type.seal && field.readOnly);

/** A record as the answer that makes it shows it, where that is not as it looks ever after. */
function madeSchema(model: Model): JsonSchema | undefined {
  const secrets = shownOnce(model).map(({ key, label }) => [key, { type: 'string', title: label, readOnly: true }]);
  if (secrets.length === 0) return writtenSchema(model);
  const schema = recordSchema(model) as { properties: JsonSchema };
  return { ...schema, properties: { ...schema.properties, ...Object.fromEntries(secrets), ...model.shownOnWrite } };
}

/** A record as the answer to a write shows it, where that is more than its fields. */
function writtenSchema(model: Model): JsonSchema | undefined {
  if (!model.shownOnWrite) return undefined;
  const schema = recordSchema(model) as { properties: JsonSchema };
  return { ...schema, properties: { ...schema.properties, ...model.shownOnWrite } };
}

const madeExample = (model: Model): JsonSchema => ({
  ...exampleRecord(model),
  ...Object.fromEntries(shownOnce(model).map((field) => [field.key, field.type.example(field, 1)])),
});

const bulkOperation = (record: JsonSchema): JsonSchema => ({
  parameters: shared('fields', 'return', 'dryRun', 'idempotencyKey'),
  requestBody: {
    required: true,
    ...json({
      type: 'object',
      properties: {
        operations: {
          type: 'array',
          minItems: 1,
          maxItems: 1000,
          items: {
            type: 'object',
            properties: {
              op: { type: 'string', enum: ['create', 'update', 'upsert', 'delete'] },
              _id: { type: 'string', format: 'uuid' },
              by: { type: 'string', description: 'The field by which update, upsert and delete find their record.' },
              record: { type: 'object', additionalProperties: true, description: 'Fields, as in a single write.' },
            },
            required: ['op'],
            additionalProperties: false,
          },
        },
        atomic: { type: 'boolean', default: true },
        import: {
          type: 'boolean',
          default: false,
          description:
            'With data:admin: records that are made may give their createdAt and updatedAt. Their events have the time of the write.',
        },
      },
      required: ['operations'],
      additionalProperties: false,
    }),
  },
  responses: {
    '200': {
      description:
        'The result of each operation, in order. An answer of more than 8 MB is refused before anything is written.',
      ...json({
        type: 'object',
        properties: {
          results: {
            type: 'array',
            items: {
              type: 'object',
              properties: {
                status: { type: 'integer' },
                record,
                _id: { type: 'string', format: 'uuid', description: 'With return=minimal.' },
                version: { type: 'integer', description: 'With return=minimal.' },
                error: { type: 'object' },
              },
              required: ['status'],
            },
          },
        },
        required: ['results'],
      }),
    },
    ...errors(...writing, '412'),
  },
});
