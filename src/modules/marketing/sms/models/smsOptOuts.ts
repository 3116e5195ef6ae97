import { boolean, choice, datetime, longText, phone, reference } from '#core/fields/index.ts';
import { defineModel } from '#core/models/declaration.ts';

/** A number that gets no text messages. */
export const smsOptOuts = defineModel({
  slug: 'smsOptOuts',
  title: 'phone',
  label: 'SMS opt-out',
  fields: {
    phone: phone({ required: true, search: true, index: true, label: 'Number' }),
    reason: choice({
      options: ['stop', 'manual'],
      default: 'manual',
      index: true,
      help: 'stop: the person answered STOP or a word like it.',
    }),
    active: boolean({
      default: true,
      index: true,
      help: 'An opt-out that no longer holds stays here, with the reason in the notes.',
    }),
    optedOutAt: datetime({ defaultFrom: 'now', index: true }),
    contactId: reference('sales.contacts'),
    leadId: reference('sales.leads'),
    campaignId: reference('marketing.campaigns', { label: 'Caused by' }),
    notes: longText({ search: true }),
  },
});
