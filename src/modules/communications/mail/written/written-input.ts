import { Type } from 'typebox';
import { addresses, maxRecipientsOfMail } from '../sending/message-input.ts';

/** Input that a mail of a mailbox and a reply share. */
export const writtenInput = {
  connectionId: Type.Optional(
    Type.String({
      format: 'uuid',
      description: 'The mailbox that sends it. Default: your own, or the first of your teams.',
    }),
  ),
  body: Type.Optional(
    Type.String({ maxLength: 1_000_000, description: 'Plain text. Made from html when it is left out.' }),
  ),
  html: Type.Optional(
    Type.String({
      maxLength: 1_000_000,
      description: 'A picture among the attachments is shown where an img has src="cid:<id of the file>".',
    }),
  ),
  cc: Type.Optional(addresses(maxRecipientsOfMail)),
  bcc: Type.Optional(addresses(maxRecipientsOfMail)),
  attachments: Type.Optional(
    Type.Array(Type.String({ format: 'uuid' }), { maxItems: 20, description: 'Ids of records of data/storedFiles.' }),
  ),
  sendAt: Type.Optional(Type.String({ format: 'date-time', description: 'Sends it later.' })),
  undoSeconds: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 60, default: 10, description: 'How long it can be undone before it is sent.' }),
  ),
};
