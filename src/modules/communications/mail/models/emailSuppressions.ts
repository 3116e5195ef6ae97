import { boolean, choice, datetime, email, longText, reference } from '#core/fields/index.ts';
import { defineModel } from '#core/models/declaration.ts';

/** An address that gets no mail at all, no bulk mail, or no mail of one list. */
export const emailSuppressions = defineModel({
  slug: 'emailSuppressions',
  title: 'email',
  fields: {
    email: email({ required: true, search: true, index: true }),
    reason: choice({
      options: ['unsubscribed', 'bounced', 'complained', 'manual'],
      default: 'manual',
      index: true,
      help: 'An unsubscribed address still gets single mails; the others get nothing.',
    }),
    emailListId: reference('communications.emailLists', { help: 'Only mail of this list; empty for all mail.' }),
    active: boolean({ default: true, index: true }),
    emailId: reference('communications.emails', { label: 'Caused by' }),
    contactId: reference('sales.contacts'),
    leadId: reference('sales.leads'),
    suppressedAt: datetime({ defaultFrom: 'now', index: true }),
    notes: longText({ search: true }),
  },
});
