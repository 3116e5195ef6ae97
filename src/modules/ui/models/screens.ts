import { boolean, choice, integer, json, list, longText, modelKey, reference, text } from '#core/fields/index.ts';
import { defineModel } from '#core/models/model.ts';

export const screens = defineModel({
  slug: 'screens',
  children: ['files', 'notes', 'tasks'],
  putMerges: true,
  writeNeedsAdmin: true,
  fields: {
    name: text({ required: true, search: true, index: true }),
    description: longText({ search: true }),
    modelKey: modelKey({ search: true, index: true }),
    layout: choice({ options: ['list', 'detail', 'form', 'dashboard', 'kanban', 'calendar'], default: 'list' }),
    columns: list({ default: [] }),
    defaultFilter: json({ shape: 'object' }),
    defaultSort: json({ shape: 'object' }),
    actions: json({ shape: 'array', default: [] }),
    groupByField: text({ label: 'Group by' }),
    dateField: text(),
    pageSize: integer({ min: 1, max: 200 }),
    statusId: reference('ui.screenStatuses'),
    icon: text({ maxLength: 100 }),
    color: text({ maxLength: 30 }),
    position: integer({ default: 0, index: true }),
    active: boolean({ default: true }),
    roleNames: list({ label: 'Visible to roles' }),
    settings: json({ shape: 'object' }),
  },
});
