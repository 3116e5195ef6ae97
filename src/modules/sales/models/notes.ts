import { noteFields } from '#core/children.ts';
import { boolean, text } from '#core/fields/index.ts';
import { defineModel } from '#core/model.ts';
import { relatedRecords } from '../relatedRecords.ts';

export const notes = defineModel({
  slug: 'notes',
  title: 'content',
  fields: {
    title: text({ search: true }),
    ...noteFields(),
    pinned: boolean({ default: false }),
    ...relatedRecords(),
  },
});
