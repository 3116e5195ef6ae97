import { choice, date, datetime, longText, number, reference, text, url } from '#core/fields/index.ts';
import { defineModel } from '#core/models/declaration.ts';
import { counter, emailCounters, tags } from '#core/models/field-groups.ts';
import { recordStatus } from '#core/statuses/record-status.ts';
import { audience, utm } from '../../fieldGroups.ts';
import { campaignStatuses } from '../standard-statuses.ts';

export const campaigns = defineModel({
  slug: 'campaigns',
  openToForms: true,
  fields: {
    name: text({ required: true, search: true, index: true }),
    description: longText({ search: true }),
    type: choice({
      options: [
        'awareness',
        'leadGeneration',
        'nurture',
        'productLaunch',
        'event',
        'newsletter',
        'retention',
        'referral',
      ],
    }),
    channel: choice({
      options: ['multiChannel', 'email', 'sms', 'ads', 'ppc', 'social', 'webContent', 'event', 'directMail'],
      index: true,
    }),
    ...recordStatus({ list: 'marketing.campaignStatuses', standard: campaignStatuses, label: 'Status in the list' }),
    priority: choice({ options: ['low', 'normal', 'high', 'urgent'] }),
    objective: text({ maxLength: 1000, search: true }),
    startDate: date({ index: true }),
    endDate: date(),
    launchedAt: datetime(),
    completedAt: datetime(),
    budget: number({ money: true }),
    actualCost: number({ money: true }),
    expectedRevenue: number({ money: true }),
    actualRevenue: number({ money: true }),
    currency: text({ maxLength: 3 }),
    parentCampaignId: reference('marketing.campaigns', { acyclic: true }),
    ...audience(),
    landingPageUrl: url({ outward: true, label: 'Landing page' }),
    ...utm(),
    tags: tags(),
    ...emailCounters(),
    leadCount: counter(),
    conversionCount: counter(),
  },
});
