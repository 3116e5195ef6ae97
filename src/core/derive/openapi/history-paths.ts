import type { JsonSchema } from '../../fields/field.ts';
import type { Model } from '../../models/model.ts';
import { exampleInput } from '../schemas.ts';
import { always, errors, json, queued, ref, shared, writing } from './components.ts';

type Describe = (verb: string, summary: string, more: object) => JsonSchema;

/**
 * The paths of a model that look back: what happened to a record, and ways to undo it. `shown` answers with a record.
 */
export function pastPaths(model: Model, operation: Describe, shown: JsonSchema): Record<string, JsonSchema> {
  const one = model.label.toLowerCase();
  const path = `${model.path}/{id}`;
  const history = operation('history', `Lists what happened to a ${one}, the newest first`, {
    parameters: shared('page', 'limit', 'cursor'),
    responses: {
      '200': {
        description: 'What happened. It is told of deleted records as well.',
        ...json(ref('schemas', 'History'), exampleHistory(model)),
      },
      ...errors(...always),
    },
  });
  const restore = operation('restore', `Restores a deleted ${one} with all that was deleted along with it`, {
    parameters: shared('async', 'dryRun', 'idempotencyKey'),
    responses: { '200': shown, ...queued, ...errors(...writing) },
  });
  const revert = operation('revert', `Sets the fields of a ${one} back to what they were at a version`, {
    parameters: shared('dryRun', 'idempotencyKey', 'ifMatch'),
    requestBody: { required: true, ...json(ref('schemas', 'Revert'), { version: 1 }) },
    responses: { '200': shown, ...errors(...writing, '412') },
  });
  return {
    [`${path}/history`]: { parameters: shared('id'), get: history },
    ...(!model.readOnly && {
      [`${path}/restore`]: { parameters: shared('id'), post: restore },
      [`${path}/revert`]: { parameters: shared('id'), post: revert },
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
