import { boolean, choice, datetime, json, longText, modelKey, reference, text } from '#core/fields/index.ts';
import { defineModel } from '#core/models/declaration.ts';
import { tags } from '#core/models/field-groups.ts';
import { audience, enrollmentCounters } from '../../fieldGroups.ts';

export const workflows = defineModel({
  slug: 'workflows',
  fields: {
    name: text({ required: true, search: true, index: true }),
    description: longText({ search: true }),
    type: choice({ options: ['marketing', 'sales', 'service', 'internal'] }),
    status: choice({ options: ['draft', 'active', 'paused', 'archived'], default: 'draft', index: true }),
    modelKey: modelKey(),
    campaignId: reference('marketing.campaigns'),
    trigger: choice({
      options: [
        'manual',
        'recordCreated',
        'recordUpdated',
        'recordDeleted',
        'segmentEntered',
        'segmentLeft',
        'formSubmitted',
        'emailOpened',
        'emailClicked',
        'date',
        'schedule',
        'webhook',
      ],
      index: true,
    }),
    triggerConfig: json({ outward: true, shape: 'object' }),
    conditions: json({ shape: 'object' }),
    steps: json({ outward: true, shape: 'array' }),
    goal: json({ shape: 'object' }),
    ...audience(),
    allowReenrollment: boolean({ default: false }),
    timezone: text({ maxLength: 100 }),
    sendWindow: json({ shape: 'object' }),
    activatedAt: datetime(),
    pausedAt: datetime(),
    lastRunAt: datetime({ index: true }),
    tags: tags(),
    ...enrollmentCounters(),
  },
});
