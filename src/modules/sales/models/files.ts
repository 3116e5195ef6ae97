import { list, longText } from '#core/fields/index.ts';
import { fileFields, fileRules } from '#core/models/children.ts';
import { defineModel } from '#core/models/model.ts';
import { relatedRecords } from '../relatedRecords.ts';

export const files = defineModel({
  slug: 'files',
  fields: {
    ...fileFields(),
    description: longText({ search: true }),
    tags: list(),
    ...relatedRecords(),
  },
  ...fileRules,
});
