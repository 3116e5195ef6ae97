import { defineAction } from '#core/action.ts';
import { inTransaction } from '#core/context.ts';
import { jobPath } from '#core/platform-names.ts';
import { setImport } from '../import-record.ts';
import { importAnswer, importIdInput, isUnderWay, lockOwnImport, wrongState } from '../requested-import.ts';
import { importJob } from '../run/import-job.ts';

export const resumeImport = defineAction({
  name: 'data.resumeImport',
  summary: 'Goes on with an import that was paused or has failed, after the last row that was written',
  routes: [{ method: 'POST', path: '/api/data/imports/:id/resume' }],
  access: 'signed-in',
  input: importIdInput,
  status: 202,
  output: importAnswer,
  run: (context, { id }) =>
    inTransaction(context, async (within) => {
      const stored = await lockOwnImport(within, id);
      const stuck = stored.status === 'running' && !(await isUnderWay(within, stored));
      if (!stuck && !['paused', 'failed'].includes(stored.status)) throw wrongState(stored, 'resumed');
      const jobId = await within.services.jobs.enqueue(within, importJob, { importId: stored.id, model: stored.model });
      await setImport(within, stored.id, { status: 'pending', jobId, error: null, finishedAt: null });
      return { status: 202, location: jobPath(jobId), body: { _id: stored.id, status: 'pending', jobId } };
    }),
});
