import { choice, date, json, longText, reference, text } from '#core/fields/index.ts';
import { defineModel } from '#core/models/declaration.ts';
import { emailCounters, sender, tags } from '#core/models/field-groups.ts';
import { audience, enrollmentCounters, ranBy, sequenceRules } from '../../fieldGroups.ts';
import { sequenceHooks } from '../hooks/sequence-hooks.ts';

export const emailDripCampaigns = defineModel({
  slug: 'emailDripCampaigns',
  hooks: sequenceHooks,
  children: ['notes'],
  fields: {
    name: text({ required: true, search: true, index: true }),
    description: longText({ search: true }),
    campaignId: reference('marketing.campaigns'),
    ...ranBy(),
    status: choice({
      options: ['draft', 'active', 'paused', 'completed', 'archived'],
      // It writes to people once it is active, so a language model cannot activate it by itself.
      outward: true,
      default: 'draft',
      example: 'draft',
      index: true,
    }),
    trigger: choice({
      options: ['manual', 'segmentEntered', 'formSubmitted', 'tagAdded', 'contactCreated', 'leadCreated', 'date'],
    }),
    goal: text({ maxLength: 1000 }),
    emails: json({ outward: true, shape: 'array' }),
    ...sender(),
    startDate: date({ index: true }),
    endDate: date(),
    ...audience(),
    ...sequenceRules(),
    tags: tags(),
    ...enrollmentCounters(),
    ...emailCounters(),
  },
});
