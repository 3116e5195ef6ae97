import { defineAction } from '#core/action.ts';
import { inTransaction } from '#core/context.ts';
import { AppError } from '#core/errors.ts';
import { setExport } from '../records/export-record.ts';
import { lockExport } from '../records/lock-export.ts';
import { ownExport, visibleExport } from '../records/visible-export.ts';
import { exportId, exportPath, exportView } from '../views/export-view.ts';

export const cancelExport = defineAction({
  name: 'data.cancelExport',
  summary: 'Cancels an export that has not ended',
  routes: [{ method: 'POST', path: `${exportPath}/:id/cancel` }],
  access: 'signed-in',
  input: exportId,
  output: exportView,
  run: (context, { id }) =>
    inTransaction(context, async (within) => {
      const { jobId } = await ownExport(within, id);
      const locked = await lockExport(within, id);
      if (locked?.status !== 'pending' && locked?.status !== 'running')
        throw new AppError(
          'conflict',
          `The export has ended (${locked?.status ?? 'deleted'}), so it cannot be cancelled.`,
        );
      await setExport(within, id, { status: 'cancelled', finishedAt: new Date().toISOString() });
      if (jobId !== null) await cancelJob(within, jobId);
      return { body: (await visibleExport(within, id)) as never };
    }),
});

/** The job sees the new status when it has ended meanwhile. */
async function cancelJob(context: Parameters<typeof lockExport>[0], jobId: string): Promise<void> {
  try {
    await context.services.jobs.cancel(context, jobId);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
  }
}
