import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { inTransaction } from '#core/context.ts';
import { rejectPost } from '../posts/change-status.ts';
import { postPath, postRecord, publishingRoute } from '../posts/post.ts';

export const rejectSocialPost = defineAction({
  name: 'marketing.rejectSocialPost',
  summary: 'Returns a post that waits for approval to its author, as a draft with a reason',
  routes: [{ method: 'POST', path: `${publishingRoute}/:id/reject` }],
  access: 'marketing:write',
  input: Type.Object(
    { ...postPath, reason: Type.String({ minLength: 1, maxLength: 1000 }) },
    { additionalProperties: false },
  ),
  output: postRecord,
  run: (context, { id, reason }) =>
    inTransaction(context, async (within) => ({ text: await rejectPost(within, id, reason) })),
});
