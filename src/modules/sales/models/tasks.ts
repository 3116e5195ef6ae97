import { choice, datetime } from '#core/fields/index.ts';
import { defineModel } from '#core/models/declaration.ts';
import { childEntry, taskFields } from '#core/modules/children.ts';
import { relatedRecords } from '../relatedRecords.ts';

export const tasks = defineModel({
  slug: 'tasks',
  openToForms: true,
  title: 'title',
  fields: {
    ...taskFields(),
    type: choice({ options: ['toDo', 'call', 'email', 'meeting', 'visit', 'demo'] }),
    reminderAt: datetime(),
    ...relatedRecords(),
  },
  timeline: childEntry('tasks', Object.keys(relatedRecords())),
});
