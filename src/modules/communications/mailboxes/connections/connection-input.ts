import { Type } from 'typebox';

const server = (port: string) =>
  Type.Object(
    {
      host: Type.String({
        minLength: 1,
        maxLength: 253,
        pattern: '^[^\\s/@]+$',
        description: 'A host name, such as imap.example.com.',
      }),
      port: Type.Integer({ minimum: 1, maximum: 65_535 }),
      secure: Type.Boolean({ description: `TLS from the first byte, as on port ${port}; otherwise STARTTLS.` }),
      username: Type.String({ minLength: 1, maxLength: 320 }),
      password: Type.Optional(Type.String({ minLength: 1, maxLength: 1000 })),
    },
    { additionalProperties: false },
  );

export const imapInput = server('993');
export const smtpInput = server('465');

const words = (description: string) =>
  Type.Array(Type.String({ minLength: 1, maxLength: 500 }), { maxItems: 200, uniqueItems: true, description });

/** The settings of a mailbox that its user may change. */
export const settingsInput = {
  name: Type.Optional(Type.Union([Type.String({ maxLength: 255 }), Type.Null()])),
  teamIds: Type.Optional(Type.Array(Type.String({ format: 'uuid' }), { maxItems: 50, uniqueItems: true })),
  backfillDays: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 36_500, description: 'How many days back mails are read; 0 for all.' }),
  ),
  folders: Type.Optional(words('Folders that are read besides the inbox and sent mail.')),
  sharing: Type.Optional(Type.Union(['contacts', 'everything', 'metadata', 'nothing'].map((one) => Type.Literal(one)))),
  blocklist: Type.Optional(words('Addresses and domains whose mails are not read.')),
  createsContacts: Type.Optional(Type.Boolean()),
  signature: Type.Optional(Type.Union([Type.String({ maxLength: 100_000 }), Type.Null()])),
};

export const connectionPath = { id: Type.String({ description: 'The id of the mailbox connection.' }) };
export const connectionsRoute = '/api/communications/mailbox-connection';
/** The page of the console where a user connects mailboxes. */
export const mailboxesPage = '/app/settings/mailboxes';
