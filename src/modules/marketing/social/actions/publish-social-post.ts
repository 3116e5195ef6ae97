import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { inTransaction } from '#core/context.ts';
import { postRecord, publishingRoute } from '../posts/post.ts';
import { postInput } from '../posts/post-input.ts';
import { schedulePost } from '../posts/schedule-post.ts';

export const publishSocialPost = defineAction({
  name: 'marketing.publishSocialPost',
  summary:
    'Publishes a post on a social platform, now or at a time. It is checked against the limits of the platform first',
  routes: [{ method: 'POST', path: publishingRoute }],
  access: 'marketing:write',
  status: 202,
  input: Type.Object(
    {
      connectionId: Type.String({ maxLength: 100, description: 'The social connection to publish with.' }),
      ...postInput,
      draft: Type.Optional(Type.Boolean({ description: 'Keeps it as a draft.' })),
    },
    { additionalProperties: false },
  ),
  output: postRecord,
  run: (context, post) => inTransaction(context, async (within) => ({ text: await schedulePost(within, post) })),
});
