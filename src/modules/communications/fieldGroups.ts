import { grouped } from '#core/fields/field.ts';
import { email, integer, list, longText, text } from '#core/fields/index.ts';

/** Fields that several communications models share, spread into theirs. */

export const counter = () => integer({ min: 0, default: 0 });

export const tags = () => list({ search: true });

export const sender = () =>
  grouped('Sender', {
    fromName: text({ label: 'From name' }),
    fromEmail: email({ label: 'From email' }),
    replyTo: email({ label: 'Reply to' }),
  });

/** What a mail says. Bodies outgrow the usual limit of long texts; the limit of a request is the bound. */
export const message = () =>
  grouped('Message', {
    subject: text({ maxLength: 998, search: true }),
    html: longText({ label: 'HTML', maxLength: 1_000_000 }),
    text: longText({ label: 'Plain text', maxLength: 1_000_000 }),
  });

export const emailCounters = () =>
  grouped('Statistics', {
    recipientCount: counter(),
    sentCount: counter(),
    deliveredCount: counter(),
    openCount: counter(),
    uniqueOpenCount: counter(),
    clickCount: counter(),
    uniqueClickCount: counter(),
    replyCount: counter(),
    bounceCount: counter(),
    unsubscribeCount: counter(),
    complaintCount: counter(),
    failedCount: counter(),
  });
