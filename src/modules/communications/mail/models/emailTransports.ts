import { boolean, choice, datetime, email, integer, number, secret, text } from '#core/fields/index.ts';
import { defineModel } from '#core/models/declaration.ts';
import { transportHooks } from '../transports/hooks.ts';
import { requireDomain, requireSmtpUrl } from '../transports/rules.ts';

/** A mail server of the tenant. Mail is sent by the first one, in order of position, that works and is below its limits. */
export const emailTransports = defineModel({
  slug: 'emailTransports',
  writeNeedsAdmin: true,
  putMerges: true,
  // Events hold no secrets, so the URL, which is required, could not be restored.
  permanent: true,
  hooks: transportHooks,
  fields: {
    name: text({ required: true, search: true }),
    url: secret({
      required: true,
      maxLength: 1000,
      rule: requireSmtpUrl,
      label: 'URL',
      help: 'smtps://user:password@host:465, or smtp:// with STARTTLS, usually on port 587.',
      example: 'smtps://user:password@mail.example.com:465',
    }),
    provider: choice({
      options: ['smtp', 'ses', 'sendgrid', 'postmark', 'mailgun'],
      default: 'smtp',
      example: 'postmark',
      help: 'Whose server it is. Events of the provider are sent to POST /api/communications/email-events/{provider}/{accountKey}.',
    }),
    eventKey: secret({
      maxLength: 2000,
      help: 'Checks events of the provider: the TopicArn for ses, the verification key for sendgrid, the password of the webhook for postmark, the signing key for mailgun.',
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
      rule: requireDomain,
      label: 'DKIM domain',
      help: 'The domain that signs; that of the sender when empty.',
      example: 'example.com',
    }),
    returnPathDomain: text({
      maxLength: 253,
      rule: requireDomain,
      help: 'A domain whose mail arrives in the mailbox for bounces.',
      example: 'bounces.example.com',
    }),
    status: choice({ options: ['ok', 'failing', 'stopped'], default: 'ok', readOnly: true }),
    statusReason: text({ maxLength: 1000, readOnly: true }),
    statusChangedAt: datetime({ readOnly: true }),
    testedAt: datetime({ readOnly: true }),
  },
});
