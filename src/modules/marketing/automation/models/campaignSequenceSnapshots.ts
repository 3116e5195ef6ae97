import { choice, datetime, json, longText, reference, references, text } from '#core/fields/index.ts';
import { defineModel } from '#core/models/declaration.ts';
import { counter, emailCounters } from '#core/models/field-groups.ts';

/** A sequence as it was when it ran: its steps, its audience and its results. */
export const campaignSequenceSnapshots = defineModel({
  slug: 'campaignSequenceSnapshots',
  fields: {
    name: text({ search: true }),
    description: longText({ search: true }),
    campaignSequenceId: reference('marketing.campaignSequences'),
    campaignId: reference('marketing.campaigns'),
    status: choice({ options: ['pending', 'running', 'completed', 'failed', 'cancelled'], index: true }),
    takenAt: datetime({ defaultFrom: 'now', index: true }),
    completedAt: datetime(),
    steps: json({ shape: 'array' }),
    settings: json({ shape: 'object' }),
    segmentIds: references('marketing.segments'),
    contactCount: counter(),
    completedCount: counter(),
    ...emailCounters(),
  },
});
