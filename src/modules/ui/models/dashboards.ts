import { boolean, choice, integer, json, list, longText, reference, references, text } from '#core/fields/index.ts';
import { defineModel } from '#core/models/declaration.ts';
import { dashboardHooks } from '../dashboards/dashboard-hooks.ts';
import { periods } from '../dashboards/periods.ts';

export const dashboards = defineModel({
  slug: 'dashboards',
  putMerges: true,
  audience: {
    users: ['ownerId'],
    visibility: 'visibility',
    team: 'teamId',
    roles: 'roleNames',
    teams: 'teamIds',
  },
  hooks: dashboardHooks,
  fields: {
    name: text({ required: true, search: true, index: true }),
    description: longText({ search: true }),
    widgets: json({
      outward: true,
      shape: 'array',
      default: [],
      furtherRules: true,
      help: 'Each has a type (kpi, chart, list, table, text), a model, a metric and more: see Screens and dashboards.',
      example: [{ type: 'kpi', title: 'Contacts', model: 'sales.contacts', metric: 'count', period: 'thisMonth' }],
    }),
    layout: json({ shape: 'object' }),
    filters: json({
      shape: 'object',
      furtherRules: true,
      help: 'Filters for all widgets, by model.',
      example: { 'sales.opportunities': { stage: 'won' } },
    }),
    period: choice({ options: [...periods], strict: true }),
    refreshSeconds: integer({ min: 0 }),
    visibility: choice({ options: ['private', 'team', 'everyone'], default: 'everyone', strict: true, index: true }),
    teamId: reference('identity.teams'),
    roleNames: list({ label: 'Visible to roles' }),
    teamIds: references('identity.teams', { label: 'Visible to teams' }),
    icon: text({ maxLength: 100 }),
    position: integer({ default: 0 }),
    isDefault: boolean({ default: false }),
    tags: list({ search: true }),
  },
});
