import { defineAction } from '#core/action.ts';
import { inTransaction } from '#core/context.ts';
import { setImport } from '../import-record.ts';
import { importAnswer, importIdInput, lockOwnImport, wrongState } from '../requested-import.ts';

export const pauseImport = defineAction({
  name: 'data.pauseImport',
  summary: 'Pauses an import after the rows that it is writing',
  routes: [{ method: 'POST', path: '/api/data/imports/:id/pause' }],
  access: 'signed-in',
  input: importIdInput,
  output: importAnswer,
  run: (context, { id }) =>
    inTransaction(context, async (within) => {
      const stored = await lockOwnImport(within, id);
      if (!['pending', 'running', 'paused'].includes(stored.status)) throw wrongState(stored, 'paused');
      await setImport(within, stored.id, { status: 'paused' });
      return { body: { _id: stored.id, status: 'paused', jobId: stored.jobId } };
    }),
});
