import {
  boolean,
  choice,
  datetime,
  email,
  integer,
  json,
  list,
  longText,
  references,
  secret,
  text,
} from '#core/fields/index.ts';
import { defineModel } from '#core/models/declaration.ts';
import { counter } from '#core/models/field-groups.ts';

/**
 * A mailbox of a user or a team. POST /api/communications/mailbox-connection, which signs in at its server, or the
 * provider's consent creates it.
 */
export const mailboxConnections = defineModel({
  slug: 'mailboxConnections',
  title: 'email',
  readOnly: true,
  // A deleted connection cannot be restored, because events hold no secrets: it could not sign in.
  permanent: true,
  audience: { users: ['ownerId'], viewerTeams: 'teamIds', hiddenFromAdmins: true },
  fields: {
    provider: choice({ options: ['google', 'microsoft', 'imap'], required: true }),
    email: email({ required: true, search: true, index: true }),
    name: text({ help: 'The name that recipients see.' }),
    teamIds: references('identity.teams', { label: 'Teams', help: 'A shared mailbox belongs to these teams.' }),
    status: choice({
      options: ['active', 'syncing', 'needsReauthorization', 'failing'],
      default: 'syncing',
      index: true,
    }),
    error: text({ maxLength: 1000 }),
    lastSyncedAt: datetime(),
    backfillDays: integer({ min: 0, default: 30, help: 'How far back mails are read; 0 for all.' }),
    backfillTotal: counter(),
    backfillDone: counter(),
    folders: list({ help: 'The folders that are read, besides the inbox and sent mail.' }),
    sharing: choice({
      options: ['contacts', 'everything', 'metadata', 'nothing'],
      default: 'contacts',
      help: 'What colleagues see: mails with known contacts, everything, only people and times, or nothing.',
    }),
    blocklist: list({ help: 'Addresses, and domains such as example.com, whose mails are not read.' }),
    createsContacts: boolean({ default: false, help: 'Makes a contact of everybody who writes and is not known.' }),
    signature: longText({ label: 'Signature' }),
    imap: json({ shape: 'object', label: 'IMAP server' }),
    smtp: json({ shape: 'object', label: 'SMTP server' }),
    imapPassword: secret({ maxLength: 1000 }),
    smtpPassword: secret({ maxLength: 1000 }),
    refreshToken: secret({ maxLength: 8000 }),
    grantedScopes: list(),
  },
});
