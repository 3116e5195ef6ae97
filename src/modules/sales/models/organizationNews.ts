import { choice, datetime, list, longText, reference, text, url } from '#core/fields/index.ts';
import { defineModel } from '#core/models/declaration.ts';

export const organizationNews = defineModel({
  slug: 'organizationNews',
  openToForms: true,
  title: 'title',
  parent: 'organizationId',
  fields: {
    organizationId: reference('sales.organizations', { required: true }),
    title: text({ required: true, search: true, maxLength: 500 }),
    summary: longText({ search: true }),
    content: longText(),
    url: url(),
    imageUrl: url({ outward: true, label: 'Image' }),
    publisher: text({ search: true }),
    author: text(),
    publishedAt: datetime({ index: true }),
    category: choice({ options: ['funding', 'leadership', 'product', 'partnership', 'hiring', 'financial', 'legal'] }),
    sentiment: choice({ options: ['positive', 'neutral', 'negative'] }),
    language: text({ maxLength: 35 }),
    tags: list(),
  },
});
