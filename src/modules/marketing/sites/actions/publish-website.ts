import { defineAction } from '#core/action.ts';
import { inTransaction } from '#core/context.ts';
import { requestPublication } from '../jobs/request-publication.ts';
import { publicationInput, requestedPublication } from '../publishing/publication-view.ts';

export const publishWebsiteAction = defineAction({
  name: 'marketing.publishWebsite',
  summary: 'Publishes a website, or some of its pages, now or later',
  routes: [{ method: 'POST', path: '/api/marketing/web-publishing/publish' }],
  access: 'marketing:write',
  status: 202,
  input: publicationInput,
  output: requestedPublication,
  async run(context, input) {
    const body = await inTransaction(context, (within) => requestPublication(within, input));
    return { body, location: `/api/marketing/web-publishing/${body.jobId}` };
  },
});
