import { boolean, choice, integer, longText, number, text } from '#core/fields/index.ts';
import { defineModel } from '#core/models/declaration.ts';

export const slaTypes = defineModel({
  slug: 'slaTypes',
  label: 'SLA type',
  labelPlural: 'SLA types',
  owned: false,
  fields: {
    name: text({ required: true, unique: true, search: true, maxLength: 100 }),
    description: longText(),
    priority: choice({ options: ['low', 'normal', 'high', 'urgent'] }),
    responseMinutes: integer({ min: 0 }),
    resolutionMinutes: integer({ min: 0 }),
    uptimePercent: number({ min: 0, max: 100 }),
    businessHoursOnly: boolean({ default: false }),
    timeZone: text({ maxLength: 64 }),
    color: text({ maxLength: 30 }),
    position: integer({ default: 0 }),
    isDefault: boolean({ default: false }),
    active: boolean({ default: true }),
  },
});
