import { Type } from 'typebox';
import { emailPattern } from '#core/fields/email.ts';

export const address = Type.String({
  pattern: emailPattern,
  maxLength: 254,
  description: 'An email address, such as ada@example.com.',
});

/** Accepts one address or a list of them. */
export const addresses = (max: number) => Type.Union([address, Type.Array(address, { minItems: 1, maxItems: max })]);

export const maxRecipientsOfMail = 50;

const record = Type.Record(Type.String(), Type.Unknown());

/** The content of a mail: texts, or a template with variables. */
export const contentInput = {
  subject: Type.Optional(Type.String({ minLength: 1, maxLength: 998 })),
  html: Type.Optional(Type.String({ maxLength: 1_000_000 })),
  text: Type.Optional(Type.String({ maxLength: 1_000_000 })),
  templateId: Type.Optional(Type.String({ format: 'uuid' })),
  variables: Type.Optional(record),
};

/** The sender, and the tracking of opens and clicks. */
export const envelopeInput = {
  from: Type.Optional(Type.String({ maxLength: 500, description: 'An address, or `Name <address>`.' })),
  replyTo: Type.Optional(address),
  trackOpens: Type.Optional(Type.Boolean()),
  trackClicks: Type.Optional(Type.Boolean()),
};

/** Input of actions that send to many recipients. */
export const batchInput = {
  allowMissing: Type.Optional(
    Type.Boolean({
      description: 'Sends although variables of the template have no value. Without it: 422 template_incomplete.',
    }),
  ),
};

export const singleInput = {
  to: addresses(maxRecipientsOfMail),
  ...contentInput,
  ...envelopeInput,
  cc: Type.Optional(addresses(maxRecipientsOfMail)),
  bcc: Type.Optional(addresses(maxRecipientsOfMail)),
  attachments: Type.Optional(
    Type.Array(Type.String({ format: 'uuid' }), { maxItems: 20, description: 'Ids of records of data/storedFiles.' }),
  ),
  headers: Type.Optional(Type.Record(Type.String(), Type.String())),
  metadata: Type.Optional(record),
  contactId: Type.Optional(Type.String({ format: 'uuid' })),
  leadId: Type.Optional(Type.String({ format: 'uuid' })),
  conversationId: Type.Optional(Type.String({ format: 'uuid' })),
  campaignId: Type.Optional(Type.String({ format: 'uuid' })),
};

export const listOf = (value: string | readonly string[] | undefined): readonly string[] =>
  value === undefined ? [] : typeof value === 'string' ? [value] : value;
