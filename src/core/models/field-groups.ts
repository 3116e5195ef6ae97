import { grouped } from '../fields/field.ts';
import { email, integer, list, text } from '../fields/index.ts';

/** Fields that models of several modules share. A module cannot import another module, so they are declared here. */

export const counter = () => integer({ min: 0, default: 0 });

export const tags = () => list({ search: true });

export const sender = () =>
  grouped('Sender', {
    fromName: text({ label: 'From name' }),
    fromEmail: email({ label: 'From email', outward: true }),
    replyTo: email({ label: 'Reply to', outward: true }),
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
