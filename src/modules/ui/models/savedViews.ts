import { boolean, choice, integer, json, list, modelKey, reference, references, text } from '#core/fields/index.ts';
import { defineModel } from '#core/models/declaration.ts';
import { savedViewHooks } from '../hooks/saved-view-hooks.ts';

const checkedHelp = 'Fields of the model; others are refused.';
const groupHelp = 'Any field of a list, such as stage or closeDate:month; a choice, status or reference of a board.';
const defaultHelp =
  'Lists that begin with this view for those who see it: ids of screens, or the model as module.slug for its own list. Needs ui:admin.';

/** A user's own view of the records of a model. Others see it when it is shared. */
export const savedViews = defineModel({
  slug: 'savedViews',
  personal: { user: 'userId', sharing: ['shared', 'viewerIds', 'viewerTeamIds'] },
  audience: { users: ['userId', 'viewerIds'], viewerTeams: 'viewerTeamIds', shared: 'shared' },
  putMerges: true,
  hooks: savedViewHooks,
  fields: {
    name: text({ required: true, search: true, maxLength: 200 }),
    userId: reference('identity.users', { defaultFrom: 'caller' }),
    modelKey: modelKey({ required: true, index: true }),
    layout: choice({ options: ['list', 'kanban', 'calendar'], default: 'list' }),
    filter: json({ shape: 'object', furtherRules: true, help: checkedHelp, example: {} }),
    sort: list({ furtherRules: true, help: 'Fields, with a minus for descending order.', example: ['-createdAt'] }),
    q: text({ label: 'Search' }),
    columns: list({ furtherRules: true, help: checkedHelp, example: ['createdAt'] }),
    groupBy: text({ furtherRules: true, help: groupHelp, example: 'ownerId' }),
    dateField: text({ furtherRules: true, help: 'A date field.', example: 'createdAt' }),
    shared: boolean({ default: false, help: 'Everybody sees it.' }),
    viewerIds: references('identity.users', { label: 'Shared with people' }),
    viewerTeamIds: references('identity.teams', { label: 'Shared with teams' }),
    defaultOn: list({ furtherRules: true, label: 'Default on', help: defaultHelp, example: [] }),
    icon: text({ maxLength: 100 }),
    position: integer({ default: 0 }),
  },
});
