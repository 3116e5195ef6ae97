import { Type } from 'typebox';
import { defineAction, queuedAnswer } from '#core/action.ts';
import { inTransaction, type TransactionContext } from '#core/context.ts';
import { answerOf } from '#core/operations/operation.ts';
import { lockWithinReach } from '#core/operations/update.ts';
import { readRecord } from '#core/operations/validate.ts';
import { mergeJob } from '../../jobs/merge.ts';
import { mergedBody } from '../../merging/merge-answer.ts';
import { beginMerge, finishMerge, type Move, requireNotMerging, setMerge } from '../../merging/merge-record.ts';
import { completeMerge, countMerged, lockMerged } from '../../merging/merge-records.ts';
import { type MergeRequest, mergeInput, readMerge } from '../../merging/merge-request.ts';
import { countMoves } from '../../sql/merge-moves.ts';

/** The maximum of rows that a request moves. It takes about a second. */
const maxInRequest = 1000;
/** The maximum up to which a preview counts the rows of one reference. */
const maxCounted = 1_000_000;

export const merge = defineAction({
  name: 'data.merge',
  summary:
    'Merges records into one: what refers to the others moves to it, and they go to the trash. With many references a job does it',
  routes: [{ method: 'POST', path: '/api/data/merge' }],
  access: 'signed-in',
  input: mergeInput,
  output: Type.Object(
    {
      mergeId: Type.String({ format: 'uuid', description: 'Undoes the merge at /api/data/merge/undo.' }),
      moved: Type.Optional(Type.Integer({ description: 'The number of rows that refer to the kept record now.' })),
      moves: Type.Optional(
        Type.Array(
          Type.Object(
            { model: Type.String(), field: Type.String(), count: Type.Integer() },
            { additionalProperties: false },
          ),
          { description: 'The same by reference, for models that the caller may read.' },
        ),
      ),
    },
    { additionalProperties: true, description: 'The kept record.' },
  ),
  run: (context, input) =>
    inTransaction(context, async (within) => {
      const request = readMerge(within, input);
      await lockMerged(within, request);
      await requireNotMerging(within, [request.winnerId, ...request.loserIds]);
      const counts = await countMerged(within, request, within.dryRun ? maxCounted : maxInRequest + 1);
      const found = counts.map(({ reference: { model, field }, count }) => ({
        model: model.name,
        field: field.key,
        count,
      }));
      const isLarge = found.reduce((sum, { count }) => sum + count, 0) > maxInRequest;
      if (!isLarge) return mergeNow(within, request);
      return within.dryRun ? previewLarge(within, request, found) : mergeLater(within, request);
    }),
});

async function mergeNow(context: TransactionContext, request: MergeRequest) {
  const mergeId = await beginMerge(context, request);
  const answer = await completeMerge(context, mergeId, request);
  const moves = await countMoves(context, mergeId);
  await finishMerge(context, mergeId, moves);
  return { body: mergedBody(context, answer.body, mergeId, moves) as never };
}

/** Shows the kept record with its new values, without moving anything. */
async function previewLarge(context: TransactionContext, request: MergeRequest, moves: readonly Move[]) {
  const { grant, winnerId, values } = request;
  const { before, previous } = await lockWithinReach(context, grant, winnerId);
  const read = await readRecord(context, grant, values, 'merge', previous);
  const record = { ...previous, ...Object.fromEntries(Array.from(read, ([{ key }, value]) => [key, value])) };
  const { body } = answerOf({ ...before, record: JSON.stringify(record) }, grant);
  return { body: mergedBody(context, body, await beginMerge(context, request), moves) as never };
}

async function mergeLater(context: TransactionContext, request: MergeRequest) {
  const { grant, winnerId, loserIds, values } = request;
  // Wrong values are refused now, not by the job.
  const { previous } = await lockWithinReach(context, grant, winnerId);
  await readRecord(context, grant, values, 'merge', previous);
  const mergeId = await beginMerge(context, request);
  const model = grant.model.name;
  const input = { mergeId, model, winnerId, loserIds: [...loserIds], values: { ...values } };
  const jobId = await context.services.jobs.enqueue(context, mergeJob, input);
  // All events of the job have this request id, by which an undo finds what was deleted.
  await setMerge(context, mergeId, { jobId, requestId: `job ${jobId}` });
  const { body, ...queued } = queuedAnswer(jobId);
  return { ...queued, body: { ...(body as object), mergeId } as never };
}
