import { choice, datetime, email, json, reference, text } from '#core/fields/index.ts';
import { defineModel } from '#core/models/declaration.ts';
import { counter } from '#core/models/field-groups.ts';

/** A recipient of a mailing. It stays readable after the contact or lead is deleted. */
export const emailSnapshotContacts = defineModel({
  slug: 'emailSnapshotContacts',
  title: 'email',
  parent: 'emailSnapshotId',
  uniqueTogether: [['emailSnapshotId', 'email']],
  fields: {
    emailSnapshotId: reference('communications.emailSnapshots', { required: true }),
    contactId: reference('sales.contacts'),
    leadId: reference('sales.leads'),
    emailId: reference('communications.emails'),
    email: email({ search: true, index: true }),
    name: text({ search: true }),
    status: choice({
      options: [
        'pending',
        'sent',
        'delivered',
        'opened',
        'clicked',
        'bounced',
        'unsubscribed',
        'complained',
        'failed',
        'skipped',
        'cancelled',
      ],
      default: 'pending',
      index: true,
    }),
    sentAt: datetime(),
    deliveredAt: datetime(),
    openedAt: datetime(),
    clickedAt: datetime(),
    bouncedAt: datetime(),
    unsubscribedAt: datetime(),
    openCount: counter(),
    clickCount: counter(),
    error: text({ maxLength: 2000 }),
    variables: json({ shape: 'object' }),
  },
});
