import { taskFields } from '#core/children.ts';
import { choice, datetime } from '#core/fields/index.ts';
import { defineModel } from '#core/model.ts';
import { relatedRecords } from '../relatedRecords.ts';

export const tasks = defineModel({
  slug: 'tasks',
  title: 'title',
  fields: {
    ...taskFields(),
    type: choice({ options: ['toDo', 'call', 'email', 'meeting', 'visit', 'demo'] }),
    reminderAt: datetime(),
    ...relatedRecords(),
  },
});
