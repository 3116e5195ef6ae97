import { defineAction } from '#core/action.ts';
import { inTransaction } from '#core/context.ts';
import { setImport } from '../import-record.ts';
import { importAnswer, importIdInput, lockOwnImport, wrongState } from '../requested-import.ts';

export const cancelImport = defineAction({
  name: 'data.cancelImport',
  summary: 'Ends an import after the rows that it is writing. They stay, and can be undone',
  routes: [{ method: 'POST', path: '/api/data/imports/:id/cancel' }],
  access: 'signed-in',
  input: importIdInput,
  output: importAnswer,
  run: (context, { id }) =>
    inTransaction(context, async (within) => {
      const stored = await lockOwnImport(within, id);
      if (!['pending', 'running', 'paused', 'failed'].includes(stored.status)) throw wrongState(stored, 'cancelled');
      await setImport(within, stored.id, { status: 'cancelled', finishedAt: new Date().toISOString() });
      return { body: { _id: stored.id, status: 'cancelled', jobId: stored.jobId } };
    }),
});
