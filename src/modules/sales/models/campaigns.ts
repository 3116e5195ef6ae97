import { choice, date, integer, list, longText, number, reference, text } from '#core/fields/index.ts';
import { defineModel } from '#core/models/declaration.ts';
import { currency } from '../currency.ts';

/** A campaign of the sales team: call blitzes, account pushes. Marketing campaigns are another model. */
export const campaigns = defineModel({
  slug: 'campaigns',
  key: 'salesCampaign',
  label: 'Sales campaign',
  labelPlural: 'Sales campaigns',
  fields: {
    name: text({ required: true, search: true }),
    type: choice({ options: ['outbound', 'accountBased', 'event', 'referral', 'partner', 'upsell', 'winBack'] }),
    status: choice({
      options: ['planned', 'active', 'paused', 'completed', 'cancelled'],
      default: 'planned',
      index: true,
    }),
    marketingCampaignId: reference('marketing.campaigns'),
    parentCampaignId: reference('sales.campaigns', { acyclic: true }),
    regionId: reference('sales.regions'),
    industryId: reference('sales.industries'),
    productId: reference('sales.products'),
    startDate: date({ index: true }),
    endDate: date(),
    currency: currency(),
    budget: number({ money: true }),
    actualCost: number({ money: true }),
    expectedRevenue: number({ money: true }),
    expectedResponsePercent: number({ min: 0, max: 100 }),
    targetCount: integer({ min: 0 }),
    goal: text({ search: true }),
    tags: list(),
    description: longText({ search: true }),
  },
});
