import { boolean, choice, longText, reference } from '#core/fields/index.ts';
import { defineModel } from '#core/models/declaration.ts';

/** A user who takes part in a campaign, and in which role. */
export const campaignStakeholderUsers = defineModel({
  slug: 'campaignStakeholderUsers',
  title: 'role',
  parent: 'campaignId',
  fields: {
    campaignId: reference('marketing.campaigns', { required: true }),
    userId: reference('identity.users'),
    role: choice({
      options: ['sponsor', 'manager', 'approver', 'contributor', 'reviewer', 'informed'],
      default: 'contributor',
    }),
    notify: boolean({ default: true }),
    notes: longText(),
  },
});
