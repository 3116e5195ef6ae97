import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { publishingRoute } from '../posts/post.ts';
import { postInput } from '../posts/post-input.ts';
import { previewPost } from '../posts/preview-post.ts';

export const checkSocialPost = defineAction({
  name: 'marketing.checkSocialPost',
  summary: 'What a post would look like on a platform, and what the platform would refuse. Nothing is published',
  routes: [{ method: 'POST', path: `${publishingRoute}/check` }],
  access: 'marketing:read',
  input: Type.Object(
    {
      platform: Type.String({ maxLength: 30 }),
      connectionId: Type.Optional(
        Type.String({
          format: 'uuid',
          description: 'An account of the platform, whose server may have limits of its own.',
        }),
      ),
      content: postInput.content,
      variants: postInput.variants,
      linkUrl: postInput.linkUrl,
      mediaIds: postInput.mediaIds,
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    text: Type.String({ description: 'The text as the platform gets it.' }),
    length: Type.Integer({ description: 'As the platform counts.' }),
    maxLength: Type.Integer(),
    media: Type.Array(
      Type.Object({
        id: Type.String({ format: 'uuid' }),
        name: Type.String(),
        type: Type.String(),
        size: Type.Integer(),
        seconds: Type.Union([Type.Number(), Type.Null()], { description: 'Of a video whose length can be read.' }),
      }),
    ),
    problems: Type.Array(Type.Object({ field: Type.String(), code: Type.String(), message: Type.String() })),
  }),
  run: async (context, post) => ({ body: await previewPost(context, post) }),
});
