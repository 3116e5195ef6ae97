import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { emailRecord } from '../sending/email-record.ts';
import { addresses, maxRecipientsOfMail } from '../sending/message-input.ts';
import { chooseMailbox } from '../written/choose-mailbox.ts';
import { sendMail } from '../written/send-mail.ts';
import { writtenInput } from '../written/written-input.ts';

const bodyLimit = 4_000_000;
const id = Type.String({ format: 'uuid' });

export const sendMailboxMail = defineAction({
  name: 'communications.sendMailboxMail',
  summary: 'Sends a mail by the own server of a mailbox. It waits for `undoUntil`, in which time it can be undone',
  routes: [{ method: 'POST', path: '/api/communications/mailbox-send' }],
  access: 'communications:write',
  status: 202,
  bodyLimit,
  input: Type.Object(
    {
      ...writtenInput,
      to: addresses(maxRecipientsOfMail),
      subject: Type.String({ maxLength: 998 }),
      conversationId: Type.Optional(id),
      inReplyTo: Type.Optional(Type.String({ format: 'uuid', description: 'The _id of the mail that it answers.' })),
    },
    { additionalProperties: false },
  ),
  output: emailRecord,
  run: async (context, { connectionId, ...mail }) => ({
    text: await sendMail(context, await chooseMailbox(context, connectionId), mail),
  }),
});
