import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { inTransaction } from '#core/context.ts';
import { changePost } from '../posts/change-post.ts';
import { postPath, postRecord, publishingRoute } from '../posts/post.ts';
import { postInput } from '../posts/post-input.ts';

export const changeSocialPost = defineAction({
  name: 'marketing.changeSocialPost',
  summary: 'Changes a post that is not published: its text, media, time or connection; `draft` false publishes a draft',
  routes: [{ method: 'PATCH', path: `${publishingRoute}/:id` }],
  access: 'marketing:write',
  input: Type.Object(
    {
      ...postPath,
      ...postInput,
      content: Type.Optional(postInput.content),
      connectionId: Type.Optional(Type.String({ maxLength: 100 })),
      draft: Type.Optional(Type.Boolean({ description: 'True makes it a draft, false publishes it at its time.' })),
    },
    { additionalProperties: false },
  ),
  output: postRecord,
  run: (context, { id, ...changes }) =>
    inTransaction(context, async (within) => ({ text: await changePost(within, id, changes) })),
});
