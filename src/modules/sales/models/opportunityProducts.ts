import { reference } from '#core/fields/index.ts';
import { defineModel } from '#core/models/declaration.ts';
import { lineHooks } from '../documents/line-hooks.ts';
import { lineItem } from '../lineItem.ts';

export const opportunityProducts = defineModel({
  slug: 'opportunityProducts',
  openToForms: true,
  hooks: lineHooks,
  parent: 'opportunityId',
  fields: {
    opportunityId: reference('sales.opportunities', { required: true }),
    ...lineItem(),
  },
});
