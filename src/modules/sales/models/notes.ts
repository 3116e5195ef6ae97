import { text } from '#core/fields/index.ts';
import { noteFields } from '#core/models/children.ts';
import { defineModel } from '#core/models/model.ts';
import { relatedRecords } from '../relatedRecords.ts';

export const notes = defineModel({
  slug: 'notes',
  title: 'content',
  fields: {
    title: text({ search: true }),
    ...noteFields(),
    ...relatedRecords(),
  },
});
