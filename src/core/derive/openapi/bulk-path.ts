import type { JsonSchema } from '../../fields/field.ts';
import { errorRefs, json, parameterRefs, ref, writeErrors } from './components.ts';

/** The bulk operation of a model, for the schemas of its input and of its records. */
export const bulkPath = (input: JsonSchema, record: JsonSchema): JsonSchema => ({
  parameters: parameterRefs('fields', 'return', 'dryRun', 'idempotencyKey'),
  requestBody: {
    required: true,
    ...json(requestSchema(input)),
  },
  responses: {
    '200': {
      description:
        'The result of each operation, in order. An answer of more than 8 MB is refused before anything is written.',
      ...json(responseSchema(record)),
    },
    ...errorRefs(...writeErrors, '412'),
  },
});

const requestSchema = (input: JsonSchema): JsonSchema => ({
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
          record: { ...input, description: 'Fields, as in a single write.' },
        },
        required: ['op'],
        additionalProperties: false,
      },
    },
    atomic: { type: 'boolean', description: 'All or nothing. When left out: true.' },
    import: {
      type: 'boolean',
      description:
        'Needs data:admin. Created records may set their createdAt and updatedAt. Their events have the time of the write.',
    },
  },
  required: ['operations'],
  additionalProperties: false,
});

const responseSchema = (record: JsonSchema): JsonSchema => ({
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
});
