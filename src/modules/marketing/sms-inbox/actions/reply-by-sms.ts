import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { outsideTransaction } from '#core/context.ts';
import { answerBySms } from '../answer.ts';

/** The maximum that Twilio accepts. */
const maxLength = 1600;

export const replyBySms = defineAction({
  name: 'marketing.replyBySms',
  summary: 'Answers the number that wrote the last text message of a conversation',
  routes: [{ method: 'POST', path: '/api/marketing/sms-inbox/:id/reply' }],
  access: 'marketing:write',
  waitsForOthers: true,
  status: 201,
  input: Type.Object(
    {
      id: Type.String({ format: 'uuid', description: 'The id of the conversation.' }),
      text: Type.String({ maxLength, pattern: '\\S' }),
    },
    { additionalProperties: false },
  ),
  output: Type.Object(
    { _id: Type.String(), status: Type.String() },
    { additionalProperties: true, description: 'The record of communications/emails.' },
  ),
  run: async (context, { id, text }) => ({ text: await answerBySms(outsideTransaction(context), id, text) }),
});
