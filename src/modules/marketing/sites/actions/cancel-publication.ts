import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { inTransaction } from '#core/context.ts';
import { cancelPublication } from '../publishing/cancel-publication.ts';
import { publicationView, viewPublication } from '../publishing/publication-view.ts';

export const cancelPublicationAction = defineAction({
  name: 'marketing.cancelPublication',
  summary: 'Cancels a publication that has not begun to change what visitors see',
  routes: [{ method: 'DELETE', path: '/api/marketing/web-publishing/:jobId' }],
  access: 'marketing:write',
  input: Type.Object({ jobId: Type.String({ format: 'uuid' }) }, { additionalProperties: false }),
  output: publicationView,
  run: (context, { jobId }) =>
    inTransaction(context, async (within) => {
      await cancelPublication(within, jobId);
      return { body: (await viewPublication(within, jobId)) as never };
    }),
});
