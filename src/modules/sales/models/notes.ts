import { text } from '#core/fields/index.ts';
import { defineModel } from '#core/models/declaration.ts';
import { childEntry, noteFields } from '#core/modules/children.ts';
import { relatedRecords } from '../relatedRecords.ts';

export const notes = defineModel({
  slug: 'notes',
  openToForms: true,
  title: 'content',
  fields: {
    title: text({ search: true }),
    ...noteFields(),
    ...relatedRecords(),
  },
  timeline: childEntry('notes', Object.keys(relatedRecords())),
});
