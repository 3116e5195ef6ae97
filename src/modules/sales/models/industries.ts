import { boolean, longText, reference, text } from '#core/fields/index.ts';
import { defineModel } from '#core/models/declaration.ts';

export const industries = defineModel({
  slug: 'industries',
  owned: false,
  fields: {
    name: text({ required: true, unique: true, search: true }),
    code: text({ search: true, maxLength: 50 }),
    parentIndustryId: reference('sales.industries', { acyclic: true }),
    active: boolean({ default: true }),
    description: longText(),
  },
});
