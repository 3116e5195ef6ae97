import { choice, json, longText, reference, text } from '#core/fields/index.ts';
import { defineModel } from '#core/models/declaration.ts';
import { emailCounters, sender, tags } from '#core/models/field-groups.ts';
import { audience, enrollmentCounters, ranBy, sequenceRules } from '../../fieldGroups.ts';
import { sequenceHooks } from '../hooks/sequence-hooks.ts';

/** Follow-up emails to one contact after another, run by a workflow. */
export const emailSequenceWorkflows = defineModel({
  slug: 'emailSequenceWorkflows',
  hooks: sequenceHooks,
  fields: {
    name: text({ required: true, search: true, index: true }),
    description: longText({ search: true }),
    ...ranBy(),
    campaignId: reference('marketing.campaigns'),
    campaignSequenceId: reference('marketing.campaignSequences'),
    emailDripCampaignId: reference('marketing.emailDripCampaigns'),
    status: choice({
      options: ['draft', 'active', 'paused', 'archived'],
      // It writes to people once it is active, so a language model cannot activate it by itself.
      outward: true,
      default: 'draft',
      example: 'draft',
      index: true,
    }),
    trigger: choice({ options: ['manual', 'recordCreated', 'recordUpdated', 'segmentEntered', 'formSubmitted'] }),
    steps: json({ outward: true, shape: 'array' }),
    ...sender(),
    ...audience(),
    ...sequenceRules(),
    tags: tags(),
    ...enrollmentCounters(),
    ...emailCounters(),
  },
});
