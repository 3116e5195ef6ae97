import { choice, date, datetime, email, longText, number, phone, reference, text } from '#core/fields/index.ts';
import { defineModel } from '#core/models/declaration.ts';
import { tags } from '#core/models/field-groups.ts';

export const referrals = defineModel({
  slug: 'referrals',
  openToForms: true,
  fields: {
    name: text({ search: true }),
    code: text({ maxLength: 100, search: true, index: true }),
    status: choice({
      options: ['pending', 'contacted', 'qualified', 'converted', 'rewarded', 'rejected', 'expired'],
      default: 'pending',
      index: true,
    }),
    source: choice({ options: ['email', 'link', 'social', 'phone', 'inPerson', 'partner'] }),
    referrerContactId: reference('sales.contacts'),
    referrerAccountId: reference('sales.accounts'),
    referrerUserId: reference('identity.users'),
    referredContactId: reference('sales.contacts'),
    referredAccountId: reference('sales.accounts'),
    referredName: text({ search: true }),
    referredEmail: email({ search: true, index: true }),
    referredPhone: phone(),
    referredCompany: text({ search: true }),
    leadId: reference('sales.leads', { successor: 'referredContactId' }),
    opportunityId: reference('sales.opportunities'),
    campaignId: reference('marketing.campaigns'),
    emailId: reference('communications.emails'),
    message: longText(),
    notes: longText({ search: true }),
    referredAt: datetime({ defaultFrom: 'now', index: true }),
    convertedAt: datetime(),
    expiresOn: date(),
    rewardType: choice({ options: ['cash', 'credit', 'discount', 'giftCard', 'points', 'none'] }),
    rewardAmount: number({ money: true, min: 0 }),
    currency: text({ maxLength: 3 }),
    rewardStatus: choice({ options: ['pending', 'approved', 'paid', 'declined'] }),
    tags: tags(),
  },
});
