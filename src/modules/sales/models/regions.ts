import { boolean, longText, reference, text } from '#core/fields/index.ts';
import { defineModel } from '#core/models/declaration.ts';
import { currency } from '../currency.ts';

export const regions = defineModel({
  slug: 'regions',
  owned: false,
  fields: {
    name: text({ required: true, unique: true, search: true }),
    code: text({ search: true, maxLength: 50 }),
    parentRegionId: reference('sales.regions', { acyclic: true }),
    managerId: reference('identity.users'),
    country: text({ maxLength: 100 }),
    currency: currency(),
    timeZone: text({ maxLength: 64 }),
    active: boolean({ default: true }),
    description: longText(),
  },
});
