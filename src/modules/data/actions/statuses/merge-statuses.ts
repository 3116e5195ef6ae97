import { Type } from 'typebox';
import { defineAction, queuedAnswer } from '#core/action.ts';
import { inTransaction } from '#core/context.ts';
import { mergeStatusesPath } from '#core/platform-names.ts';
import { lockMerge, requireMerge } from '#core/statuses/merge-statuses.ts';
import { mergeStatusesJob } from '../../jobs/merge-statuses.ts';
import { statusModel } from '../../schema/status-model.ts';

const id = Type.String({ format: 'uuid' });

export const mergeStatusesAction = defineAction({
  name: 'data.mergeStatuses',
  summary: 'Merges statuses of one list: all their records get the winner, and the others are deleted. A job does it',
  routes: [{ method: 'POST', path: mergeStatusesPath }],
  access: 'signed-in',
  status: 202,
  input: Type.Object(
    {
      model: Type.String({ maxLength: 100, description: 'The list, such as sales.opportunityStatuses.' }),
      winnerId: id,
      loserIds: Type.Array(id, { minItems: 1, maxItems: 99 }),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({ jobId: Type.String() }),
  run: (context, { model: name, ...merge }) =>
    inTransaction(context, async (within) => {
      const model = statusModel(within.registry, name);
      requireMerge(within, model);
      await lockMerge(within, model, merge, true);
      return queuedAnswer(
        await within.services.jobs.enqueue(within, mergeStatusesJob, { model: model.name, ...merge }),
      );
    }),
});
