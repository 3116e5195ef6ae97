import { boolean, integer, json, list, longText, modelKey, reference, text } from '#core/fields/index.ts';
import { defineModel } from '#core/models/declaration.ts';

/** A saved filter for one insight or for all. */
export const insightFilters = defineModel({
  slug: 'insightFilters',
  children: ['files', 'notes', 'tasks'],
  fields: {
    name: text({ required: true, search: true }),
    description: longText({ search: true }),
    insightId: reference('sales.insights'),
    modelKey: modelKey(),
    filter: json({ shape: 'object' }),
    sort: list(),
    shared: boolean({ default: false }),
    active: boolean({ default: true }),
    position: integer({ default: 0 }),
  },
});
