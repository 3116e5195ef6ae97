import { boolean, choice, integer, json, list, modelKey, reference, text } from '#core/fields/index.ts';
import { defineModel } from '#core/models/model.ts';
import { checkView } from '../hooks/check-view.ts';
import { ownRecords, requireOwn } from '../hooks/own-records.ts';

const checkedHelp = 'Fields of the model; others are refused.';
const groupHelp = 'Any field of a list, such as stage or closeDate:month; a choice, status or reference of a board.';

/** How a user looks at the records of a model: a screen of one's own, which others see when it is shared. */
export const savedViews = defineModel({
  slug: 'savedViews',
  audience: { users: ['userId'], shared: 'shared' },
  putMerges: true,
  hooks: {
    ...ownRecords,
    async beforeSave(context, saving) {
      requireOwn(context, saving);
      checkView(context, saving, {
        columns: 'columns',
        filter: 'filter',
        sort: 'sort',
        groupBy: 'groupBy',
        dateField: 'dateField',
      });
      return undefined;
    },
  },
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
    shared: boolean({ default: false, help: 'Others see it too.' }),
    icon: text({ maxLength: 100 }),
    position: integer({ default: 0 }),
  },
});
