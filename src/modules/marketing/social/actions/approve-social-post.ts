import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { inTransaction } from '#core/context.ts';
import { approvePost } from '../posts/change-status.ts';
import { postPath, postRecord, publishingRoute } from '../posts/post.ts';

export const approveSocialPost = defineAction({
  name: 'marketing.approveSocialPost',
  summary: 'Approves a post that waits for approval; it is published at its time',
  routes: [{ method: 'POST', path: `${publishingRoute}/:id/approve` }],
  access: 'marketing:write',
  input: Type.Object(postPath, { additionalProperties: false }),
  output: postRecord,
  run: (context, { id }) => inTransaction(context, async (within) => ({ text: await approvePost(within, id) })),
});
