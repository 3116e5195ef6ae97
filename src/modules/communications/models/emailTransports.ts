import { boolean, choice, datetime, email, integer, number, secret, text } from '#core/fields/index.ts';
import { defineModel } from '#core/models/model.ts';

/** A mail server of the tenant. Mail is sent by the first one, in order of position, that works and is below its limits. */
export const emailTransports = defineModel({
  slug: 'emailTransports',
  writeNeedsAdmin: true,
  putMerges: true,
  fields: {
    name: text({ required: true, search: true }),
    url: secret({
      required: true,
      maxLength: 1000,
      label: 'URL',
      help: 'smtps://user:password@host:465, or smtp:// with STARTTLS, usually on port 587.',
      example: 'smtps://user:password@mail.example.com:465',
    }),
    fromEmail: email({ label: 'From email' }),
    fromName: text({ label: 'From name' }),
    ratePerSecond: number({ min: 0.01, max: 10_000, help: 'Mails a second, over all nodes; empty for no limit.' }),
    dailyLimit: integer({ min: 1, help: 'Mails a day in UTC; empty for no limit.' }),
    warmUpDays: integer({
      min: 1,
      max: 90,
      help: 'The daily limit grows from 50 to its full value in this many days after the transport was created.',
    }),
    maxConnections: integer({ min: 1, max: 50, default: 5 }),
    position: integer({ min: 0, default: 0, index: true }),
    active: boolean({ default: true }),
    dkimDomain: text({
      maxLength: 253,
      label: 'DKIM domain',
      help: 'The domain that signs; that of the sender when empty.',
    }),
    returnPathDomain: text({ maxLength: 253, help: 'A domain whose mail arrives in the mailbox for bounces.' }),
    status: choice({ options: ['ok', 'failing', 'stopped'], default: 'ok', readOnly: true }),
    statusReason: text({ maxLength: 1000, readOnly: true }),
    statusChangedAt: datetime({ readOnly: true }),
    testedAt: datetime({ readOnly: true }),
  },
});
