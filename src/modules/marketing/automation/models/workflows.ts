import { boolean, choice, datetime, integer, json, longText, modelKey, reference, text } from '#core/fields/index.ts';
import { defineModel } from '#core/models/declaration.ts';
import { tags } from '#core/models/field-groups.ts';
import { audience, enrollmentCounters, kept, sequenceRules } from '../../fieldGroups.ts';
import { workflowHooks } from '../hooks/workflow-hooks.ts';
import { triggerNames } from '../triggers/trigger-names.ts';

/** What happens to records one step after another, from a trigger on. */
export const workflows = defineModel({
  slug: 'workflows',
  hooks: workflowHooks,
  fields: {
    name: text({ required: true, search: true, index: true }),
    description: longText({ search: true }),
    type: choice({ options: ['marketing', 'sales', 'service', 'internal'] }),
    status: choice({
      options: ['draft', 'active', 'paused', 'archived'],
      // It writes to people once it is active, so a language model cannot activate it by itself.
      outward: true,
      default: 'draft',
      index: true,
      help: 'Writing it activates, pauses or archives the workflow.',
    }),
    modelKey: modelKey({ default: 'contacts' }),
    campaignId: reference('marketing.campaigns'),
    trigger: choice({
      options: [...triggerNames],
      index: true,
    }),
    triggerConfig: json({ outward: true, shape: 'object', example: {} }),
    conditions: json({
      shape: 'object',
      help: 'A filter: only records that match are enrolled by the trigger.',
      example: {},
    }),
    steps: json({
      outward: true,
      shape: 'array',
      keptByPut: true,
      eventless: true,
      furtherRules: true,
      help: 'The steps as a list. Writing it replaces the steps of the workflow.',
      example: [{ key: 'pause', type: 'wait', config: { for: '3d' }, next: null }],
    }),
    goal: json({ shape: 'object', help: 'A filter: records that match have reached the goal and leave.', example: {} }),
    ...audience(),
    allowReenrollment: boolean({
      default: false,
      help: 'A record may be in the workflow several times at once. Otherwise it is enrolled again only after it has left.',
    }),
    priority: choice({
      options: ['low', 'normal', 'high'],
      default: 'normal',
      help: 'Whose mails are sent when a contact may get only some more. Mails of high priority do not count the limit.',
    }),
    ...sequenceRules(),
    activeVersion: integer({ ...kept, min: 1, help: 'The version that new enrollments follow.' }),
    activatedAt: datetime({ readOnly: true, keptByPut: true }),
    pausedAt: datetime({ readOnly: true, keptByPut: true }),
    lastRunAt: datetime({ ...kept, index: true }),
    hookUrl: text({ ...kept, maxLength: 1000, label: 'Address of the webhook', unlogged: true }),
    problem: text({ ...kept, maxLength: 2000, help: 'Why the workflow was paused by the platform.' }),
    sourceModel: text({ ...kept, maxLength: 100, help: 'The kind of sequence that the workflow carries out.' }),
    sourceId: text({ ...kept, maxLength: 36 }),
    tags: tags(),
    ...enrollmentCounters(),
  },
});
