import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { postPath, postRecord, publishingRoute, readPostText } from '../posts/post.ts';

export const getSocialPost = defineAction({
  name: 'marketing.getSocialPost',
  summary: 'A post and what became of it',
  routes: [{ method: 'GET', path: `${publishingRoute}/:id` }],
  access: 'marketing:read',
  input: Type.Object(postPath, { additionalProperties: false }),
  output: postRecord,
  run: async (context, { id }) => ({ text: await readPostText(context, id) }),
});
