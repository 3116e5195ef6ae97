import { reference } from '#core/fields/index.ts';
import { defineModel } from '#core/models/model.ts';
import { lineItem } from '../lineItem.ts';

export const opportunityProducts = defineModel({
  slug: 'opportunityProducts',
  openToForms: true,
  parent: 'opportunityId',
  fields: {
    opportunityId: reference('sales.opportunities', { required: true }),
    ...lineItem(),
  },
});
