import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { publicationView, viewPublication } from '../publishing/publication-view.ts';

export const getPublication = defineAction({
  name: 'marketing.getPublication',
  summary: 'The state and result of a publication',
  routes: [{ method: 'GET', path: '/api/marketing/web-publishing/:jobId' }],
  access: 'marketing:read',
  input: Type.Object({ jobId: Type.String({ format: 'uuid' }) }, { additionalProperties: false }),
  output: publicationView,
  run: async (context, { jobId }) => ({ body: (await viewPublication(context, jobId)) as never }),
});
