import { boolean, choice, json, list, longText, modelKey, text, url } from '#core/fields/index.ts';
import { defineModel } from '#core/models/declaration.ts';

/** A building block of screens. */
export const components = defineModel({
  slug: 'components',
  fields: {
    name: text({ required: true, search: true, index: true }),
    description: longText({ search: true }),
    type: choice({
      options: ['table', 'form', 'chart', 'kpi', 'text', 'image', 'tabs', 'timeline', 'custom'],
      index: true,
    }),
    category: choice({ options: ['data', 'input', 'layout', 'navigation', 'media', 'feedback'], index: true }),
    modelKey: modelKey(),
    properties: json({ shape: 'object' }),
    propertySchema: json({ shape: 'object' }),
    template: longText(),
    style: json({ shape: 'object' }),
    icon: text({ maxLength: 100 }),
    previewUrl: url({ outward: true, label: 'Preview URL' }),
    tags: list({ search: true }),
    active: boolean({ default: true }),
  },
});
