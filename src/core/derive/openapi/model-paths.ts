import type { JsonSchema } from '../../fields/field.ts';
import type { Model } from '../../models/model.ts';
import { exampleInput, examplePatch, exampleRecord } from '../schemas.ts';
import { always, errors, etag, json, query, queued, ref, shared, writing } from './components.ts';
import { pastPaths } from './history-paths.ts';
import { schemaNames } from './schema-names.ts';
import { createdExample, shownOnce } from './shown-once.ts';

/** The paths of a model, from its fields. */
export function modelPaths(model: Model): Record<string, JsonSchema> {
  const { name, path } = model;
  const one = model.label.toLowerCase();
  const many = model.labelPlural.toLowerCase();
  const names = schemaNames(model);
  const record = ref('schemas', names.record);
  const input = ref('schemas', names.input);
  const patch = ref('schemas', names.patch);
  const created = shownOnce(model).length > 0 ? ref('schemas', names.created) : undefined;
  const example = exampleRecord(model);
  const body = { required: true, ...json(input, exampleInput(model)) };
  const change = { required: true, ...json(patch, examplePatch(model)) };
  const operation = (verb: string, summary: string, more: object) => ({
    operationId: `${name}.${verb}`,
    summary,
    tags: [name],
    ...more,
  });
  const listed = ref('schemas', names.list);
  const shown = { description: `The ${one}.`, ...etag, ...json(record, example) };
  const written = model.shownOnWrite ? ref('schemas', names.written) : undefined;
  const changed = written ? { ...shown, ...json(written, example) } : shown;
  const others = [created, written].filter((schema) => schema !== undefined);
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
          responses: {
            '201': created ? { ...shown, ...json(created, createdExample(model)) } : changed,
            ...errors(...writing),
          },
        }),
      }),
    },
    [`${path}/{id}`]: {
      parameters: shared('id'),
      get: operation('get', `Gets a ${one}`, {
        parameters: shared('fields', 'include', 'asOf', 'ifNoneMatch'),
        responses: {
          '200': { ...shown, ...json(ref('schemas', names.withIncluded), example) },
          '304': { description: 'It has not changed.' },
          ...errors(...always),
        },
      }),
      ...(writes && {
        put: operation('replace', model.putMerges ? `Updates a ${one}; what is left out stays` : `Replaces a ${one}`, {
          parameters: shared('dryRun', 'idempotencyKey', 'ifMatch'),
          requestBody: model.putMerges ? change : body,
          responses: { '200': changed, ...errors(...writing, '412') },
        }),
        patch: operation('update', `Updates fields of a ${one}`, {
          parameters: shared('dryRun', 'idempotencyKey', 'ifMatch'),
          requestBody: change,
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
          bulkOperation({ anyOf: [input, patch] }, others.length > 0 ? { anyOf: [record, ...others] } : record),
        ),
      },
    }),
  };
}

const bulkOperation = (given: JsonSchema, record: JsonSchema): JsonSchema => ({
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
              record: { ...given, description: 'Fields, as in a single write.' },
            },
            required: ['op'],
            additionalProperties: false,
          },
        },
        atomic: { type: 'boolean', description: 'All or nothing. When left out: true.' },
        import: {
          type: 'boolean',
          description:
            'Needs data:admin. Records that are made may give their createdAt and updatedAt. Their events have the time of the write.',
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
                error: ref('schemas', 'ErrorDetails'),
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
