import type { JsonSchema } from '../../fields/field.ts';
import { errorRefs, json, parameterRefs, ref, writeErrors } from './components.ts';

/**
 * The bulk operation of a model, from the schemas of its input and its records. The common parts are in two components.
 */
export const bulkPath = (input: JsonSchema, record: JsonSchema): JsonSchema => ({
  parameters: parameterRefs('fields', 'return', 'dryRun', 'idempotencyKey'),
  requestBody: {
    required: true,
    ...json({
      allOf: [ref('schemas', 'BulkRequest')],
      properties: { operations: { type: 'array', items: { type: 'object', properties: { record: input } } } },
    }),
  },
  responses: {
    '200': {
      description: 'The result of each operation, in order.',
      ...json({
        type: 'object',
        properties: {
          results: {
            type: 'array',
            items: { allOf: [ref('schemas', 'BulkResult')], type: 'object', properties: { record } },
          },
        },
        required: ['results'],
      }),
    },
    ...errorRefs(...writeErrors, '412'),
  },
});
