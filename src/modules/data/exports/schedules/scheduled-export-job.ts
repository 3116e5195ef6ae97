import { Type } from 'typebox';
import type { Caller } from '#core/access/caller.ts';
import { asPlatform } from '#core/access/platform.ts';
import { type Context, inTransaction, type TransactionContext } from '#core/context.ts';
import { AppError } from '#core/errors.ts';
import { defineJob } from '#core/jobs/job.ts';
import { updateMany } from '#core/operations/update-many.ts';
import { exportSchedules } from '../records/export-models.ts';
import { begunExport } from '../running/begin-export.ts';
import { nextRun } from './run-times.ts';
import { lockSchedule, type StoredSchedule } from './sql/lock-schedule.ts';

/** Starts the export of a schedule, and enqueues its next run in the same transaction. */
export const scheduledExportJob = defineJob({
  name: 'data.scheduled-export',
  summary: 'Starts the export of a schedule',
  input: Type.Object(
    { scheduleId: Type.String({ format: 'uuid' }), at: Type.String({ format: 'date-time' }) },
    { additionalProperties: false },
  ),
  key: ({ scheduleId }) => scheduleId,
  run: (context, { scheduleId, at }) =>
    inTransaction(context, async (within) => {
      const schedule = await lockSchedule(within, scheduleId);
      // It was changed since, which enqueued another run, or it has run.
      if (schedule?.nextRunAt?.toISOString() !== at) return;
      const result = await startExport(within, schedule);
      const { timeZone } = await within.services.directory.company(within.caller.tenantId);
      const nextRunAt = nextRun(schedule.cron, schedule.tz ?? timeZone);
      const values = { ...result, lastRunAt: new Date().toISOString(), nextRunAt };
      await updateMany(within, exportSchedules(within), [{ id: scheduleId, values }], { withoutHooks: true });
      if (nextRunAt !== null) await enqueueRun(within, scheduleId, nextRunAt);
    }),
});

/**
 * Has the platform run a schedule at its next time. The job finds the user itself, so a schedule goes on after its user was
 * deactivated for some time.
 */
export const enqueueRun = (context: TransactionContext, scheduleId: string, at: string): Promise<string> =>
  context.services.jobs.enqueue(asPlatform(context), scheduledExportJob, { scheduleId, at }, { runAt: new Date(at) });

/** A schedule that cannot run says why, and runs again at its next time. */
async function startExport(
  context: TransactionContext,
  schedule: StoredSchedule,
): Promise<{ lastExportId?: string; error: string | null }> {
  const caller = await runnerOf(context, schedule);
  if (!caller) return { error: 'The user as whom it runs is no longer active; another user has to save it.' };
  const { id: scheduleId, name, to } = schedule;
  try {
    const { id } = await context.tx.savepoint(() =>
      begunExport({ ...context, caller }, schedule, { name, scheduleId, viewerIds: to ?? [] }),
    );
    return { lastExportId: id, error: null };
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error;
    return { error: error.message.slice(0, 2000) };
  }
}

async function runnerOf(
  { caller, services }: Context,
  { runAsId, scopes }: StoredSchedule,
): Promise<Caller | undefined> {
  const user = runAsId === null ? undefined : await services.directory.actor(caller.tenantId, runAsId);
  return user && scopes?.length ? { ...user, keyId: 'schedule', access: user.access.limitedTo(scopes) } : user;
}
