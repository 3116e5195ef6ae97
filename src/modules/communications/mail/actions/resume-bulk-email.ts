import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { batchPath, batchView } from '../batches/batch-view.ts';
import { changeBatch, setStatus } from '../batches/change-status.ts';

export const resumeBulkEmail = defineAction({
  name: 'communications.resumeBulkEmail',
  summary: 'Resumes a batch of mail',
  routes: [{ method: 'POST', path: '/api/communications/bulk-email/:batchId/resume' }],
  access: 'communications:write',
  input: Type.Object(batchPath, { additionalProperties: false }),
  output: batchView,
  run: (context, { batchId }) => changeBatch(context, batchId, (within, batch) => setStatus(within, batch, 'sending')),
});
