import { choice, date, datetime, list, longText, number, reference, text } from '#core/fields/index.ts';
import { defineModel } from '#core/models/model.ts';
import { currency } from '../currency.ts';

export const opportunities = defineModel({
  slug: 'opportunities',
  openToForms: true,
  children: ['files', 'notes', 'tasks'],
  indexes: [['stage', 'value']],
  fields: {
    name: text({ required: true, search: true }),
    accountId: reference('sales.accounts'),
    contactId: reference('sales.contacts'),
    value: number({ money: true, index: true }),
    currency: currency(),
    stage: choice({
      options: ['prospecting', 'qualification', 'needsAnalysis', 'proposal', 'negotiation', 'won', 'lost'],
      default: 'prospecting',
    }),
    closeDate: date({ index: true }),
    probability: number({ min: 0, max: 100 }),
    expectedValue: number({ money: true, generated: 'trim_scale(value * probability * 0.01)' }),
    statusId: reference('sales.opportunityStatuses', { label: 'Status in list' }),
    type: choice({ options: ['newBusiness', 'existingBusiness', 'renewal', 'upsell', 'crossSell'] }),
    source: choice({
      options: ['website', 'referral', 'event', 'advertising', 'email', 'coldCall', 'partner', 'import'],
    }),
    forecastCategory: choice({ options: ['pipeline', 'bestCase', 'commit', 'closed', 'omitted'] }),
    priority: choice({ options: ['low', 'normal', 'high', 'urgent'] }),
    leadId: reference('sales.leads'),
    campaignId: reference('marketing.campaigns'),
    salesCampaignId: reference('sales.campaigns'),
    regionId: reference('sales.regions'),
    nextStep: text({ search: true }),
    nextStepDate: date(),
    competitors: list(),
    lossReason: text(),
    stageChangedAt: datetime(),
    lastActivityAt: datetime({
      eventless: true,
      help: 'The time of the last call, meeting, mail, note or finished task.',
    }),
    closedAt: datetime(),
    tags: list(),
    description: longText({ search: true }),
  },
});
