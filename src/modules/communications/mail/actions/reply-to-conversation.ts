import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { conversationPath, conversationRoute } from '../../conversations/contract.ts';
import { emailRecord } from '../sending/email-record.ts';
import { addresses, maxRecipientsOfMail } from '../sending/message-input.ts';
import { reply } from '../written/reply.ts';
import { writtenInput } from '../written/written-input.ts';

const bodyLimit = 4_000_000;

export const replyToConversation = defineAction({
  name: 'communications.replyToConversation',
  summary:
    'Answers a message of a conversation, the last one by default, by the mailbox that got it, one of your own, or else the mail servers of the account',
  routes: [{ method: 'POST', path: `${conversationRoute}/reply` }],
  access: 'communications:write',
  status: 202,
  bodyLimit,
  input: Type.Object(
    {
      ...conversationPath,
      ...writtenInput,
      to: Type.Optional(addresses(maxRecipientsOfMail)),
      inReplyTo: Type.Optional(
        Type.String({
          format: 'uuid',
          description: 'The `_id` of the mail that it answers. Default: the last one received.',
        }),
      ),
    },
    { additionalProperties: false },
  ),
  output: emailRecord,
  run: async (context, { id, ...given }) => ({ text: await reply(context, id, given) }),
});
