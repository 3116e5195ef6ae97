import { choice, datetime, json, list, longText, reference, text, url } from '#core/fields/index.ts';
import { defineModel } from '#core/models/declaration.ts';

/** A component that the client loads by name, with the code that renders it. */
export const registeredComponents = defineModel({
  slug: 'registeredComponents',
  fields: {
    name: text({ required: true, unique: true, search: true }),
    label: text({ search: true }),
    description: longText({ search: true }),
    componentId: reference('ui.components'),
    moduleKey: text({ maxLength: 64, label: 'Module', index: true }),
    entryUrl: url({ outward: true, label: 'Entry URL' }),
    exportName: text(),
    integrity: text(),
    release: text({ maxLength: 100 }),
    propertySchema: json({ shape: 'object' }),
    defaultProperties: json({ shape: 'object' }),
    events: list(),
    slots: list(),
    status: choice({ options: ['draft', 'active', 'deprecated', 'disabled'], default: 'active', index: true }),
    registeredAt: datetime({ defaultFrom: 'now' }),
  },
});
