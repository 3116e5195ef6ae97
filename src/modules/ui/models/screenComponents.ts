import { boolean, choice, integer, json, reference, text } from '#core/fields/index.ts';
import { defineModel } from '#core/models/declaration.ts';

export const screenComponents = defineModel({
  slug: 'screenComponents',
  parent: 'screenId',
  fields: {
    screenId: reference('ui.screens', { required: true }),
    name: text({ required: true, search: true }),
    componentId: reference('ui.components'),
    parentComponentId: reference('ui.screenComponents', { acyclic: true }),
    type: choice({
      options: ['table', 'form', 'chart', 'kpi', 'text', 'image', 'tabs', 'timeline', 'custom'],
      index: true,
    }),
    region: choice({ options: ['header', 'main', 'sidebar', 'footer'], default: 'main' }),
    position: integer({ default: 0, index: true }),
    rowStart: integer({ min: 0 }),
    columnStart: integer({ min: 0 }),
    width: integer({ min: 0 }),
    height: integer({ min: 0 }),
    properties: json({ shape: 'object' }),
    dataSource: json({ shape: 'object' }),
    style: json({ shape: 'object' }),
    condition: json({ shape: 'object' }),
    visible: boolean({ default: true }),
  },
});
