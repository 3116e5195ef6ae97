import type { FastifyRequest } from 'fastify';
import type { Context } from '#core/context.ts';
import { notFound } from '#core/errors.ts';
import type { Model } from '#core/models/model.ts';
import type { StoredAnswer } from '#core/operations/idempotency.ts';
import { authorize } from '#core/operations/index.ts';
import type { RecordOperation } from '#core/operations/operation.ts';
import type { RawQuery } from '#core/query/list-query.ts';
import { isId } from '#lib/ids.ts';
import type { Handler } from '../routing/mount.ts';
import { queryOf, without } from './query-string.ts';
import { answerWrite } from './writes.ts';

export interface RecordParams {
  readonly moduleKey: string;
  readonly slug: string;
  readonly id?: string;
}

interface RecordCall {
  readonly context: Context;
  readonly model: Model;
  readonly id: string;
}

interface WriteCall extends RecordCall {
  readonly query: RawQuery;
}

/** The caller, the model and the id of a request to `/api/<module>/<model>/…`. */
export function callOf(request: FastifyRequest): RecordCall {
  const context = request.atrium as Context;
  const { moduleKey, slug, id } = request.params as RecordParams;
  const model = context.registry.find(moduleKey, slug) as Model;
  const lower = id?.toLowerCase() ?? '';
  if (id !== undefined && !isId(lower)) throw notFound(`${model.label} ${id}`);
  return { context, model, id: lower };
}

/** The handler of a write. `flags` are query parameters of this operation, in addition to those of every write. */
export const writeHandler =
  <Input, Output>(
    operation: RecordOperation<Input, Output>,
    run: (call: WriteCall, request: FastifyRequest) => Promise<StoredAnswer>,
    flags: readonly string[] = [],
  ): Handler =>
  (request, reply) => {
    const call = callOf(request);
    const query = queryOf(request);
    // Authorize here too, so that a stored answer is not repeated to a caller who has lost the permission since.
    authorize(call.context, operation, call.model);
    return answerWrite(request, reply, call.context, without(query, flags), (context) =>
      run({ ...call, context, query }, request),
    );
  };
