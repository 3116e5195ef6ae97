import { choice, datetime, email, integer, json, phone, reference, text } from '#core/fields/index.ts';
import { defineModel } from '#core/models/declaration.ts';
import { counter } from '#core/models/field-groups.ts';

/** A contact at the time of a snapshot. It stays readable after the contact is deleted. */
export const campaignSequenceSnapshotContacts = defineModel({
  slug: 'campaignSequenceSnapshotContacts',
  parent: 'campaignSequenceSnapshotId',
  fields: {
    campaignSequenceSnapshotId: reference('marketing.campaignSequenceSnapshots', { required: true }),
    contactId: reference('sales.contacts'),
    name: text({ search: true }),
    email: email({ search: true, index: true }),
    phone: phone(),
    status: choice({
      options: ['pending', 'active', 'completed', 'replied', 'bounced', 'unsubscribed', 'exited', 'failed'],
      default: 'pending',
      index: true,
    }),
    currentStep: integer({ min: 0 }),
    enteredAt: datetime(),
    lastStepAt: datetime(),
    completedAt: datetime(),
    exitedAt: datetime(),
    exitReason: text(),
    openCount: counter(),
    clickCount: counter(),
    replyCount: counter(),
    data: json({ shape: 'object' }),
  },
});
