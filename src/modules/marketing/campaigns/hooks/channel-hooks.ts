import type { ModelHooks } from '#core/models/hooks.ts';
import { enqueueStarts } from '../jobs/start-channel.ts';
import { isWaiting } from '../sql/runs.ts';
import { startTime } from '../start-time.ts';

/**
 * Enqueues a job when a channel of a launched campaign gets another time. The job locks the run and writes the time to
 * it. Locking the run here, after the channel, could deadlock with the start of the channel.
 */
export const channelHooks: ModelHooks = {
  async afterSave(context, { previous, record }) {
    if (!previous || startTime(previous) === startTime(record)) return;
    const { _id, campaignId } = record;
    if (typeof _id !== 'string' || typeof campaignId !== 'string') return;
    if (await isWaiting(context.tx, context.caller.tenantId, campaignId, _id))
      await enqueueStarts(context, [{ campaignId, channelId: _id, dueAt: new Date() }]);
  },
};
