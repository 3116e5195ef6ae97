import {
  boolean,
  choice,
  integer,
  json,
  list,
  longText,
  modelKey,
  reference,
  references,
  text,
} from '#core/fields/index.ts';
import { defineModel } from '#core/models/declaration.ts';
import { actionKeys } from '../hooks/screen-actions.ts';
import { screenHooks } from '../hooks/screen-hooks.ts';

const checkedHelp = 'Fields of the model; others are refused.';

export const screens = defineModel({
  slug: 'screens',
  children: ['files', 'notes', 'tasks'],
  putMerges: true,
  writeNeedsAdmin: true,
  audience: { roles: 'roleNames', teams: 'teamIds' },
  hooks: screenHooks,
  fields: {
    name: text({ required: true, search: true, index: true }),
    description: longText({ search: true }),
    modelKey: modelKey({ search: true, index: true }),
    layout: choice({ options: ['list', 'detail', 'form', 'dashboard', 'kanban', 'calendar'], default: 'list' }),
    columns: list({ default: [], furtherRules: true, help: checkedHelp, example: ['createdAt'] }),
    defaultFilter: json({ shape: 'object', furtherRules: true, help: checkedHelp, example: {} }),
    defaultSort: json({
      furtherRules: true,
      help: 'Fields with 1 for ascending and -1 for descending order; several in order as ["-value", "name"].',
      example: { createdAt: -1 },
    }),
    actions: json({
      shape: 'array',
      default: [],
      rule: (value) => void actionKeys(value),
      furtherRules: true,
      help: 'What the screen offers, such as create and export: keys, or objects with the key as type. Names of actions of the screen are keys too. Empty offers everything.',
      example: ['create', { type: 'export' }],
    }),
    groupByField: text({
      label: 'Group by',
      furtherRules: true,
      help: 'Of a list any field, such as closeDate:month; of a kanban a choice, status or reference: without it, the stage or the status.',
      example: 'ownerId',
    }),
    dateField: text({
      furtherRules: true,
      help: 'A date field. A calendar without it uses the first date of the model.',
      example: 'createdAt',
    }),
    dashboardId: reference('ui.dashboards', { help: 'What a screen of the layout dashboard shows.' }),
    pageSize: integer({ min: 1, max: 200 }),
    statusId: reference('ui.screenStatuses', { status: { part: 'row' } }),
    icon: text({ maxLength: 100 }),
    color: text({ maxLength: 30 }),
    position: integer({ default: 0, index: true }),
    active: boolean({ default: true }),
    roleNames: list({ label: 'Visible to roles' }),
    teamIds: references('identity.teams', { label: 'Visible to teams' }),
    settings: json({ shape: 'object' }),
  },
});
