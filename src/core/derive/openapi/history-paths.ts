import type { JsonSchema } from '../../fields/field.ts';
import type { Model } from '../../models/model.ts';
import { exampleInput } from '../schemas.ts';
import { errorRefs, json, parameterRefs, queuedResponse, readErrors, ref, writeErrors } from './components.ts';

type Describe = (verb: string, summary: string, more: object) => JsonSchema;

/** The paths of a model that read its history or undo changes. `recordResponse` is a response with a record. */
export function historyPaths(
  model: Model,
  operation: Describe,
  recordResponse: JsonSchema,
): Record<string, JsonSchema> {
  const one = model.label.toLowerCase();
  const path = `${model.path}/{id}`;
  const history = operation('history', `Lists what happened to a ${one}, the newest first`, {
    parameters: parameterRefs('page', 'limit', 'cursor'),
    responses: {
      '200': {
        description: 'The changes of the record. Deleted records have a history too.',
        ...json(ref('schemas', 'History'), exampleHistory(model)),
      },
      ...errorRefs(...readErrors),
    },
  });
  const restore = operation('restore', `Restores a deleted ${one} with all that was deleted along with it`, {
    parameters: parameterRefs('async', 'dryRun', 'idempotencyKey'),
    responses: { '200': recordResponse, ...queuedResponse, ...errorRefs(...writeErrors) },
  });
  const revert = operation('revert', `Sets the fields of a ${one} back to what they were at a version`, {
    parameters: parameterRefs('dryRun', 'idempotencyKey', 'ifMatch'),
    requestBody: { required: true, ...json(ref('schemas', 'Revert'), { version: 1 }) },
    responses: { '200': recordResponse, ...errorRefs(...writeErrors, '412') },
  });
  return {
    [`${path}/history`]: { parameters: parameterRefs('id'), get: history },
    ...(!model.readOnly && {
      [`${path}/restore`]: { parameters: parameterRefs('id'), post: restore },
      [`${path}/revert`]: { parameters: parameterRefs('id'), post: revert },
    }),
  };
}

function exampleHistory(model: Model): object {
  const values = Object.entries(exampleInput(model)).filter(([key]) => !model.fields.get(key)?.type.seal);
  const entry = {
    version: 1,
    action: 'created',
    timestamp: '2026-01-01T09:00:00.000Z',
    actor: { _id: '01930000-0000-7000-8000-000000000002', email: 'jane@example.com' },
    requestId: '01930000-0000-7000-8000-000000000003',
    changes: values.slice(0, 2).map(([field, after]) => ({ field, before: null, after })),
  };
  return { data: [entry], meta: { page: 1, limit: 20, hasMore: false, nextCursor: null } };
}
