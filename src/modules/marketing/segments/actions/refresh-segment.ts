import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { inTransaction, type TransactionContext } from '#core/context.ts';
import { AppError } from '#core/errors.ts';
import { invoke, operations } from '#core/operations/index.ts';
import { segmentFollower } from '../membership/segment-follower.ts';
import { requestEvaluation } from '../membership/sql/states.ts';
import { segmentPath } from '../segment-path.ts';
import { segmentsModel } from '../stored/stored-segment.ts';

/** An evaluation that takes longer goes on in the background. */
const maxMs = 2000;

export const refreshSegment = defineAction({
  name: 'marketing.refreshSegment',
  summary: 'Compare a segment with all records again',
  routes: [{ method: 'POST', path: '/api/marketing/segments/:id/refresh' }],
  access: 'marketing:write',
  input: Type.Object(segmentPath, { additionalProperties: false }),
  output: Type.Object({
    _id: Type.String({ format: 'uuid' }),
    memberCount: Type.Optional(Type.Integer()),
    lastEvaluatedAt: Type.Union([Type.String({ format: 'date-time' }), Type.Null()]),
    evaluating: Type.Boolean({ description: 'True when there are so many records that the evaluation goes on (202).' }),
    problem: Type.Union([Type.String(), Type.Null()], { description: 'Why the segment cannot be evaluated.' }),
  }),
  run: (context, { id }) =>
    inTransaction(context, async (within) => {
      const { active } = await readRecord(within, id);
      if (active === false) throw new AppError('conflict', 'The segment is not active: activate it first.');
      const follower = within.services.of(segmentFollower);
      await follower.follow(within, {});
      await follower.hold(within);
      await requestEvaluation(within.tx, within.caller.tenantId, id);
      const isDone = await follower.catchUp(within, maxMs);
      const { memberCount, lastEvaluatedAt, problem } = await readRecord(within, id);
      const body = { _id: id, memberCount, lastEvaluatedAt, evaluating: !isDone, problem };
      return { status: isDone ? 200 : 202, body: body as never };
    }),
});

async function readRecord(context: TransactionContext, id: string): Promise<Record<string, unknown>> {
  const { body } = await invoke(context, operations.get, segmentsModel(context), { id, query: {} });
  return JSON.parse(body) as Record<string, unknown>;
}
