import { boolean, choice, datetime, list, longText, reference, references, text } from '#core/fields/index.ts';
import { defineModel } from '#core/models/declaration.ts';
import { counter, sender, tags } from '#core/models/field-groups.ts';

export const emailLists = defineModel({
  slug: 'emailLists',
  fields: {
    name: text({ required: true, search: true, index: true }),
    description: longText({ search: true }),
    type: choice({ options: ['static', 'dynamic'], default: 'static', index: true }),
    segmentId: reference('marketing.segments'),
    contactIds: references('sales.contacts'),
    emails: list({ outward: true, of: 'email', label: 'Addresses', search: true }),
    unsubscribedEmails: list({ of: 'email', label: 'Unsubscribed addresses' }),
    ...sender(),
    doubleOptIn: boolean({ default: false }),
    permissionReminder: longText({ maxLength: 2000 }),
    language: text({ maxLength: 35 }),
    active: boolean({ default: true, index: true }),
    memberCount: counter(),
    unsubscribedCount: counter(),
    bouncedCount: counter(),
    lastSentAt: datetime(),
    tags: tags(),
  },
});
