import { boolean, choice, date, datetime, list, longText, number, reference, text } from '#core/fields/index.ts';
import { defineModel } from '#core/models/declaration.ts';
import { recordStatus } from '#core/statuses/record-status.ts';
import { currency } from '../currency.ts';
import { forecastCategories } from '../forecast-categories.ts';
import { opportunityStatuses } from '../standard-statuses.ts';

/** The categories of deals that are over. */
const ended = ['won', 'lost'];

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
    pipelineId: reference('sales.pipelines', { keepsTarget: true, status: { part: 'list' } }),
    ...recordStatus({
      list: 'sales.opportunityStatuses',
      standard: opportunityStatuses,
      text: 'stage',
      label: 'Stage in pipeline',
      index: false,
    }),
    closeDate: date({ index: true, status: { part: 'day', categories: ended } }),
    probability: number({
      min: 0,
      max: 100,
      help: 'That of the stage, until somebody sets it.',
      status: { part: 'copy', of: 'probability', unless: 'probabilitySetByHand' },
    }),
    probabilitySetByHand: boolean({
      default: false,
      readOnly: true,
      help: 'True when somebody has set the probability, so that it no longer follows the stage. Clearing the probability ends it.',
      status: { part: 'byHand', of: 'probability' },
    }),
    expectedValue: number({ money: true, generated: 'trim_scale(value * probability * 0.01)' }),
    type: choice({ options: ['newBusiness', 'existingBusiness', 'renewal', 'upsell', 'crossSell'] }),
    source: choice({
      options: ['website', 'referral', 'event', 'advertising', 'email', 'coldCall', 'partner', 'import'],
    }),
    forecastCategory: choice({ options: forecastCategories, status: { part: 'copy', of: 'forecastCategory' } }),
    priority: choice({ options: ['low', 'normal', 'high', 'urgent'] }),
    leadId: reference('sales.leads'),
    campaignId: reference('marketing.campaigns'),
    salesCampaignId: reference('sales.campaigns'),
    regionId: reference('sales.regions'),
    nextStep: text({ search: true }),
    nextStepDate: date(),
    competitors: list(),
    lossReason: text(),
    stageChangedAt: datetime({ status: { part: 'changedAt' } }),
    lastActivityAt: datetime({
      eventless: true,
      help: 'The time of the last call, meeting, mail, note or finished task.',
    }),
    closedAt: datetime({ index: true, status: { part: 'during', categories: ended } }),
    tags: list(),
    description: longText({ search: true }),
  },
});
