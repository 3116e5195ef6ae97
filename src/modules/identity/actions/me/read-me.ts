import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { operations } from '#core/operations/index.ts';
import { meAnswer, writeMeAnswer } from '../../me/me-answer.ts';
import { ownGrant } from '../../me/own-grant.ts';

export const readMe = defineAction({
  name: 'identity.me',
  summary: 'Shows who the caller is, what they may do, and how they signed in',
  routes: [{ method: 'GET', path: '/api/identity/me' }],
  access: 'signed-in',
  input: Type.Object({}, { additionalProperties: false }),
  output: meAnswer,
  async run(context) {
    const grant = await ownGrant(context);
    const { body } = await operations.get.run(context, grant, { id: String(context.caller.userId), query: {} });
    return { text: await writeMeAnswer(context, body) };
  },
});
