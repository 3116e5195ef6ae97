import { choice, datetime, reference, text } from '#core/fields/index.ts';
import { defineModel } from '#core/models/declaration.ts';

/** A contact or lead that a campaign addresses, and the response. */
export const campaignMembers = defineModel({
  slug: 'campaignMembers',
  openToForms: true,
  title: 'status',
  parent: 'campaignId',
  requiresOneOf: ['contactId', 'leadId'],
  uniqueTogether: [
    ['campaignId', 'contactId'],
    ['campaignId', 'leadId'],
  ],
  fields: {
    campaignId: reference('marketing.campaigns', { required: true }),
    contactId: reference('sales.contacts'),
    leadId: reference('sales.leads'),
    status: choice({
      options: ['planned', 'sent', 'responded', 'converted', 'excluded'],
      default: 'planned',
      index: true,
    }),
    respondedAt: datetime(),
    source: text({ help: 'How the member came to the campaign: mail, sms, form, segment, import.' }),
    firstTouchAt: datetime(),
    lastTouchAt: datetime(),
  },
});
