import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { emailRecord } from '../sending/email-record.ts';
import { singleInput } from '../sending/message-input.ts';
import { sendSingle } from '../sending/send-single.ts';

const bodyLimit = 4_000_000;

export const sendEmail = defineAction({
  name: 'communications.sendEmail',
  summary: 'Sends a mail',
  routes: [{ method: 'POST', path: '/api/communications/send-email' }],
  access: 'communications:write',
  status: 202,
  bodyLimit,
  input: Type.Object(singleInput, { additionalProperties: false }),
  output: emailRecord,
  run: async (context, input) => ({ text: await sendSingle(context, input, { type: 'single' }) }),
});
