import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { batchPath, batchView, viewBatch } from '../batches/batch-view.ts';

export const getBulkEmail = defineAction({
  name: 'communications.getBulkEmail',
  summary: 'The state of a batch of mail',
  routes: [{ method: 'GET', path: '/api/communications/bulk-email/:batchId' }],
  access: 'communications:read',
  input: Type.Object(batchPath, { additionalProperties: false }),
  output: batchView,
  run: async (context, { batchId }) => ({ body: (await viewBatch(context, batchId)) as never }),
});
