import { Type } from 'typebox';
import { systemCaller } from '#core/access/caller.ts';
import { withAllAccess } from '#core/access/platform.ts';
import { type Context, inTransaction, type TransactionContext } from '#core/context.ts';
import { fromDatabase } from '#core/database-errors.ts';
import { AppError } from '#core/errors.ts';
import { defineJob } from '#core/jobs/job.ts';
import { invoke, operations } from '#core/operations/index.ts';
import { updateMany } from '#core/operations/update-many.ts';
import type { RecordObject } from '#core/operations/validate.ts';
import { marketingModel, readCampaign } from '../campaign.ts';
import { finishRun, lockWaiting, type Run, setDue } from '../sql/runs.ts';
import { startChannel } from '../start-channel.ts';
import { startFields, startTime } from '../start-time.ts';

const id = Type.String({ format: 'uuid' });

/**
 * Starts a channel of a launched campaign, with the permissions of its owner. The job may run several times, because
 * the row of the channel is locked and written in the transaction of the start.
 */
export const startChannelJob = defineJob({
  name: 'marketing.start-channel',
  summary: 'Starts a channel of a launched campaign',
  input: Type.Object({ campaignId: id, channelId: id }),
  key: ({ channelId }) => channelId,
  async run(context, { campaignId, channelId }) {
    const failure = await inTransaction(context, (within) => start(within, campaignId, channelId));
    if (!failure) return;
    await inTransaction(context, (within) => fail(within, failure.run, failure.reason));
  },
});

interface Failure {
  readonly run: Run;
  readonly reason: AppError;
}

async function start(within: TransactionContext, campaignId: string, channelId: string): Promise<Failure | undefined> {
  const { tenantId } = within.caller;
  const run = await lockWaiting(within.tx, tenantId, campaignId, channelId);
  const campaign = run && (await readCampaign(withAllAccess(within), campaignId));
  if (!run || !campaign) return undefined;
  try {
    // The channels of a paused campaign wait; `resume` enqueues the job again.
    if (!(await isDue(within, run)) || campaign.status !== 'active') return undefined;
    const result = await within.tx.savepoint(async () => {
      const owner = await ownerOf(within, campaign);
      return startChannel({ ...within, caller: owner, via: { kind: 'campaign', id: campaignId } }, campaign, run);
    });
    await finishRun(within.tx, tenantId, run, result);
    return undefined;
  } catch (error) {
    const reason = fromDatabase(error, within.registry);
    if (!(reason instanceof AppError) || reason.status >= 500) throw error;
    return { run, reason };
  }
}

/** True when the channel is due. When its time was changed after the launch, a job for the new time is enqueued. */
async function isDue(within: TransactionContext, run: Run): Promise<boolean> {
  const model = marketingModel(within, run.model);
  const query = { fields: startFields.join(',') };
  const { body } = await invoke(withAllAccess(within), operations.get, model, { id: run.channelId, query });
  const found = await setDue(within.tx, within.caller.tenantId, run, startTime(JSON.parse(body) as RecordObject));
  if (!found.isDue && found.dueAt.getTime() !== run.dueAt.getTime())
    await enqueueStarts(within, [{ ...run, dueAt: found.dueAt }]);
  return found.isDue;
}

async function ownerOf({ services, caller, tx }: TransactionContext, { ownerId }: RecordObject) {
  const owner = typeof ownerId === 'string' ? await services.directory.actor(caller.tenantId, ownerId, tx) : undefined;
  if (!owner) throw new AppError('forbidden', 'The owner of the campaign is not active: choose another owner.');
  return owner;
}

async function fail(within: TransactionContext, run: Run, { message }: AppError): Promise<void> {
  const { tenantId } = within.caller;
  if (!(await lockWaiting(within.tx, tenantId, run.campaignId, run.channelId))) return;
  await finishRun(within.tx, tenantId, run, { status: 'failed', error: message.slice(0, 1000) });
  await updateMany(within, marketingModel(within, run.model), [{ id: run.channelId, values: { status: 'failed' } }], {
    withoutHooks: true,
  });
}

/**
 * Enqueues the start of channels, each at its time. The jobs run as the platform, because the user who launched the
 * campaign may be deactivated by then.
 */
export async function enqueueStarts(
  given: Context,
  runs: readonly Pick<Run, 'campaignId' | 'channelId' | 'dueAt'>[],
): Promise<void> {
  const { tenantId, accountKey } = given.caller;
  const context = { ...given, caller: systemCaller(tenantId, accountKey) };
  for (const { campaignId, channelId, dueAt } of runs)
    await context.services.jobs.enqueue(context, startChannelJob, { campaignId, channelId }, { runAt: dueAt });
}
