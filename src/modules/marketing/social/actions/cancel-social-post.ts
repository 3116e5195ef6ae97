import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { inTransaction } from '#core/context.ts';
import { cancelPost } from '../posts/change-status.ts';
import { postPath, postRecord, publishingRoute } from '../posts/post.ts';

export const cancelSocialPost = defineAction({
  name: 'marketing.cancelSocialPost',
  summary: 'Cancels a post that is not published yet',
  routes: [{ method: 'DELETE', path: `${publishingRoute}/:id` }],
  access: 'marketing:write',
  input: Type.Object(postPath, { additionalProperties: false }),
  output: postRecord,
  run: (context, { id }) => inTransaction(context, async (within) => ({ text: await cancelPost(within, id) })),
});
