import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { inTransaction } from '#core/context.ts';
import { emailRecord } from '../sending/email-record.ts';
import { undoMail } from '../written/undo-mail.ts';

export const undoMailboxSend = defineAction({
  name: 'communications.undoMailboxSend',
  summary: 'Takes back a mail of a mailbox that is not sent yet: it becomes a draft',
  routes: [{ method: 'POST', path: '/api/communications/mailbox-send/:emailId/undo' }],
  access: 'communications:write',
  input: Type.Object({ emailId: Type.String({ format: 'uuid' }) }, { additionalProperties: false }),
  output: emailRecord,
  run: (context, { emailId }) => inTransaction(context, async (within) => ({ text: await undoMail(within, emailId) })),
});
