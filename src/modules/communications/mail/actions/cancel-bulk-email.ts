import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { AppError } from '#core/errors.ts';
import { batchPath, batchView } from '../batches/batch-view.ts';
import { cancelInTransaction } from '../batches/cancel-batch.ts';
import { changeBatch } from '../batches/change-status.ts';

export const cancelBulkEmail = defineAction({
  name: 'communications.cancelBulkEmail',
  summary: 'Cancels the mails of a batch that are not sent yet',
  routes: [{ method: 'POST', path: '/api/communications/bulk-email/:batchId/cancel' }],
  access: 'communications:write',
  input: Type.Object(batchPath, { additionalProperties: false }),
  output: batchView,
  run: (context, { batchId }) =>
    changeBatch(context, batchId, async (within, batch) => {
      if (batch.status === 'cancelled') return;
      if (batch.status === 'sent') throw new AppError('conflict', 'The batch is sent already.');
      await cancelInTransaction(within, batchId);
    }),
});
