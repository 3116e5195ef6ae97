import type { JsonSchema } from '../../fields/field.ts';
import type { Model } from '../../models/model.ts';
import { errorRefs, parameterRefs, queuedResponse, readErrors, ref, writeErrors } from './components.ts';

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
    responses: { '200': ref('responses', 'History'), ...errorRefs(...readErrors) },
  });
  const restore = operation('restore', `Restores a deleted ${one} with all that was deleted along with it`, {
    parameters: parameterRefs('async', 'dryRun', 'idempotencyKey'),
    responses: { '200': recordResponse, ...queuedResponse, ...errorRefs(...writeErrors) },
  });
  const revert = operation('revert', `Sets the fields of a ${one} back to what they were at a version`, {
    parameters: parameterRefs('dryRun', 'idempotencyKey', 'ifMatch'),
    requestBody: ref('requestBodies', 'Revert'),
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
