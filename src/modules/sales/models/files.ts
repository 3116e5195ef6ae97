import { list, longText } from '#core/fields/index.ts';
import { defineModel } from '#core/models/declaration.ts';
import { childEntry, fileFields, fileRules } from '#core/modules/children.ts';
import { relatedRecords } from '../relatedRecords.ts';

export const files = defineModel({
  slug: 'files',
  fields: {
    ...fileFields(),
    description: longText({ search: true }),
    tags: list(),
    ...relatedRecords(),
  },
  timeline: childEntry('files', Object.keys(relatedRecords())),
  ...fileRules,
});
