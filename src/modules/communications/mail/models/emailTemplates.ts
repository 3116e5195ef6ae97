import { choice, datetime, json, list, longText, text, url } from '#core/fields/index.ts';
import { defineModel } from '#core/models/declaration.ts';
import { counter, sender, tags } from '#core/models/field-groups.ts';
import { message } from '../../fieldGroups.ts';

export const emailTemplates = defineModel({
  slug: 'emailTemplates',
  fields: {
    name: text({ required: true, search: true, index: true }),
    description: longText({ search: true }),
    ...message({ toStrangers: true }),
    previewText: text(),
    category: choice({
      options: ['marketing', 'newsletter', 'sales', 'transactional', 'onboarding', 'support', 'notification'],
      index: true,
    }),
    format: choice({ options: ['html', 'mjml', 'text'], default: 'html' }),
    status: choice({ options: ['draft', 'active', 'archived'], default: 'active', index: true }),
    variables: list(),
    sampleData: json({ shape: 'object' }),
    design: json({ shape: 'object' }),
    ...sender(),
    language: text({ maxLength: 35 }),
    folder: text(),
    thumbnailUrl: url({ outward: true, label: 'Thumbnail' }),
    usageCount: counter(),
    lastUsedAt: datetime(),
    tags: tags(),
  },
});
