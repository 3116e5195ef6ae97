import { boolean, choice, integer, longText, reference, text } from '#core/fields/index.ts';
import { defineModel } from '#core/models/declaration.ts';

export const supportCategories = defineModel({
  slug: 'supportCategories',
  owned: false,
  fields: {
    name: text({ required: true, search: true, index: true }),
    slug: text({ unique: true, search: true, maxLength: 200 }),
    description: longText({ search: true }),
    parentCategoryId: reference('support.supportCategories', { acyclic: true }),
    visibility: choice({ options: ['public', 'customers', 'users', 'internal'], default: 'users' }),
    language: text({ maxLength: 20 }),
    icon: text({ maxLength: 100 }),
    color: text({ maxLength: 30 }),
    position: integer({ default: 0, index: true }),
    active: boolean({ default: true }),
  },
});
