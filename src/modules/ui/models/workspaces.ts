import { boolean, integer, json, list, longText, reference, references, text } from '#core/fields/index.ts';
import { defineModel } from '#core/models/declaration.ts';
import { workspaceHooks } from '../hooks/workspace-hooks.ts';

export const workspaces = defineModel({
  slug: 'workspaces',
  putMerges: true,
  writeNeedsAdmin: true,
  audience: { roles: 'roleNames', teams: 'teamIds' },
  hooks: workspaceHooks,
  fields: {
    name: text({ required: true, search: true, index: true }),
    description: longText({ search: true }),
    screenIds: references('ui.screens', { label: 'Screens', default: [] }),
    defaultScreenId: reference('ui.screens'),
    icon: text({ maxLength: 100 }),
    color: text({ maxLength: 30 }),
    position: integer({
      index: true,
      help: 'When left out: after the others. From 1000 on, new workspaces come before it.',
    }),
    isDefault: boolean({ default: false }),
    active: boolean({ default: true }),
    roleNames: list({ label: 'Visible to roles' }),
    teamIds: references('identity.teams', { label: 'Visible to teams' }),
    settings: json({ shape: 'object' }),
  },
});
