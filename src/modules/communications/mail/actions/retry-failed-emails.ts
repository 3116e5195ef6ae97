import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { AppError } from '#core/errors.ts';
import { batchPath, batchView } from '../batches/batch-view.ts';
import { changeBatch } from '../batches/change-status.ts';
import { retryFailed } from '../batches/retry-failed.ts';

export const retryFailedEmails = defineAction({
  name: 'communications.retryFailedEmails',
  summary: 'Sends the failed mails of a batch again',
  routes: [{ method: 'POST', path: '/api/communications/bulk-email/:batchId/retry-failed' }],
  access: 'communications:write',
  input: Type.Object(
    {
      ...batchPath,
      includeUnconfirmed: Type.Optional(
        Type.Boolean({ description: 'Also mails that may have arrived: their recipients may get them twice.' }),
      ),
    },
    { additionalProperties: false },
  ),
  output: batchView,
  run: (context, { batchId, includeUnconfirmed = false }) =>
    changeBatch(context, batchId, async (within, batch) => {
      if (batch.status === 'cancelled') throw new AppError('conflict', 'The batch is cancelled.');
      await retryFailed(within, batch, includeUnconfirmed);
    }),
});
