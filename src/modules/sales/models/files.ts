import { fileFields } from '#core/children.ts';
import { list, longText } from '#core/fields/index.ts';
import { defineModel } from '#core/model.ts';
import { relatedRecords } from '../relatedRecords.ts';

export const files = defineModel({
  slug: 'files',
  fields: {
    ...fileFields(),
    description: longText({ search: true }),
    tags: list(),
    ...relatedRecords(),
  },
});
