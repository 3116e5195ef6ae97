import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { inTransaction } from '#core/context.ts';
import { retryPost } from '../posts/change-status.ts';
import { postPath, postRecord, publishingRoute } from '../posts/post.ts';

export const retrySocialPost = defineAction({
  name: 'marketing.retrySocialPost',
  summary:
    'Publishes a post again that failed or is unconfirmed. Look at the platform first: an unconfirmed post may be there',
  routes: [{ method: 'POST', path: `${publishingRoute}/:id/retry` }],
  access: 'marketing:write',
  status: 202,
  input: Type.Object(postPath, { additionalProperties: false }),
  output: postRecord,
  run: (context, { id }) => inTransaction(context, async (within) => ({ text: await retryPost(within, id) })),
});
