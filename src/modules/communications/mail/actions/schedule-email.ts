import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { emailRecord } from '../sending/email-record.ts';
import { singleInput } from '../sending/message-input.ts';
import { readSendAt } from '../sending/send-at.ts';
import { sendSingle } from '../sending/send-single.ts';

const bodyLimit = 4_000_000;

export const scheduleEmail = defineAction({
  name: 'communications.scheduleEmail',
  summary: 'Schedules a mail',
  routes: [{ method: 'POST', path: '/api/communications/email-scheduling/schedule' }],
  access: 'communications:write',
  status: 201,
  bodyLimit,
  input: Type.Object({ ...singleInput, sendAt: Type.String({ format: 'date-time' }) }, { additionalProperties: false }),
  output: emailRecord,
  run: async (context, { sendAt, ...input }) => ({
    text: await sendSingle(context, input, { type: 'scheduled', sendAt: readSendAt(sendAt) }),
  }),
});
