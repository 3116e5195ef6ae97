import { defineAction } from '#core/action.ts';
import { inTransaction } from '#core/context.ts';
import { AppError } from '#core/errors.ts';
import { jobPath } from '#core/platform-names.ts';
import { setImport } from '../import-record.ts';
import { importAnswer, importIdInput, isUnderWay, lockOwnImport, wrongState } from '../requested-import.ts';
import { undoImportJob } from '../run/undo-job.ts';

export const undoImport = defineAction({
  name: 'data.undoImport',
  summary:
    'Undoes an import in a job: deletes what it created and sets back what it changed, unless somebody changed it since',
  routes: [{ method: 'POST', path: '/api/data/imports/:id/undo' }],
  access: 'signed-in',
  input: importIdInput,
  status: 202,
  output: importAnswer,
  run: (context, { id }) =>
    inTransaction(context, async (within) => {
      const stored = await lockOwnImport(within, id);
      if (stored.dryRun) throw new AppError('conflict', 'The import only checked a file, so there is nothing to undo.');
      const stuck = stored.status === 'undoing' && !(await isUnderWay(within, stored));
      if (!stuck && !['completed', 'cancelled', 'failed', 'paused'].includes(stored.status))
        throw wrongState(stored, 'undone');
      const { access, keyId } = within.caller;
      const input = { importId: stored.id, model: stored.model, ...(keyId !== undefined && { scopes: access.scopes }) };
      const jobId = await within.services.jobs.enqueue(within, undoImportJob, input);
      await setImport(within, stored.id, { status: 'undoing', jobId, error: null, finishedAt: null });
      return { status: 202, location: jobPath(jobId), body: { _id: stored.id, status: 'undoing', jobId } };
    }),
});
