import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { outsideTransaction } from '#core/context.ts';
import { replyTo } from '../inbox/reply.ts';

export const replyToSocialMessage = defineAction({
  name: 'marketing.replyToSocialMessage',
  summary: 'Answers the last message of a social conversation at its platform',
  routes: [{ method: 'POST', path: '/api/marketing/social-inbox/:id/reply' }],
  access: 'marketing:write',
  waitsForOthers: true,
  status: 201,
  input: Type.Object(
    {
      id: Type.String({ format: 'uuid', description: 'The id of the conversation.' }),
      text: Type.String({ minLength: 1, maxLength: 100_000 }),
    },
    { additionalProperties: false },
  ),
  output: Type.Object(
    { _id: Type.String(), status: Type.String() },
    { additionalProperties: true, description: 'The record of communications/emails.' },
  ),
  run: async (context, { id, text }) => ({ text: await replyTo(outsideTransaction(context), id, text) }),
});
