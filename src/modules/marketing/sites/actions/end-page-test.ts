import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { inTransaction } from '#core/context.ts';
import { endTest } from '../variants/end-test.ts';

export const endPageTest = defineAction({
  name: 'marketing.endPageTest',
  summary: 'Ends the test of a page and its variants: the winner becomes the page, the variants are archived',
  routes: [{ method: 'POST', path: '/api/marketing/web-pages/:id/end-test' }],
  access: 'marketing:write',
  status: 202,
  input: Type.Object(
    {
      id: Type.String({ format: 'uuid' }),
      winnerId: Type.String({ format: 'uuid', description: 'The page itself, or one of its variants.' }),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    pageId: Type.String({ format: 'uuid' }),
    winnerId: Type.String({ format: 'uuid' }),
    jobId: Type.Union([Type.String({ format: 'uuid' }), Type.Null()], {
      description: 'The publication that shows it to visitors; null when the page is not published.',
    }),
  }),
  async run(context, { id, winnerId }) {
    const jobId = await inTransaction(context, (within) => endTest(within, id, winnerId));
    return { body: { pageId: id, winnerId, jobId } };
  },
});
