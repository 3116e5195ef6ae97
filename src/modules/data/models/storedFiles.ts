import { text } from '#core/fields/index.ts';
import { contentFields, fileHooks } from '#core/files/file-hooks.ts';
import { defineModel } from '#core/models/model.ts';

/** Files that were uploaded by themselves, for mails and for other records to use. */
export const storedFiles = defineModel({
  slug: 'storedFiles',
  fields: { name: text({ required: true, search: true }), ...contentFields() },
  hooks: fileHooks,
});
