import { boolean, choice, integer, json, list, longText, reference, text } from '#core/fields/index.ts';
import { defineModel } from '#core/models/model.ts';

export const dashboards = defineModel({
  slug: 'dashboards',
  putMerges: true,
  fields: {
    name: text({ required: true, search: true, index: true }),
    description: longText({ search: true }),
    widgets: json({ shape: 'array', default: [] }),
    layout: json({ shape: 'object' }),
    filters: json({ shape: 'object' }),
    period: choice({
      options: ['today', 'last7Days', 'last30Days', 'thisMonth', 'lastMonth', 'thisQuarter', 'lastQuarter', 'thisYear'],
    }),
    refreshSeconds: integer({ min: 0 }),
    visibility: choice({ options: ['private', 'team', 'everyone'], default: 'everyone', index: true }),
    teamId: reference('identity.teams'),
    icon: text({ maxLength: 100 }),
    position: integer({ default: 0 }),
    isDefault: boolean({ default: false }),
    tags: list({ search: true }),
  },
});
