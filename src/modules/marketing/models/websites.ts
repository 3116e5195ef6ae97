import { boolean, choice, datetime, json, longText, reference, text, url } from '#core/fields/index.ts';
import { counter, tags } from '#core/models/field-groups.ts';
import { defineModel } from '#core/models/model.ts';
import { seo } from '../fieldGroups.ts';

export const websites = defineModel({
  slug: 'websites',
  fields: {
    name: text({ required: true, search: true, index: true }),
    description: longText({ search: true }),
    domain: text({ search: true, index: true }),
    url: url(),
    statusId: reference('marketing.websiteStatuses', { label: 'Status in the list' }),
    typeId: reference('marketing.websiteTypes', { label: 'Type in the list' }),
    status: choice({
      options: ['draft', 'inDevelopment', 'live', 'maintenance', 'archived'],
      default: 'draft',
      index: true,
    }),
    type: choice({ options: ['corporate', 'landing', 'blog', 'shop', 'portal', 'documentation', 'event'] }),
    accountId: reference('sales.accounts'),
    homePageId: reference('marketing.webPages'),
    language: text({ maxLength: 35 }),
    timezone: text({ maxLength: 100 }),
    logoUrl: url({ label: 'Logo' }),
    faviconUrl: url({ label: 'Favicon' }),
    theme: json({ shape: 'object' }),
    navigation: json({ shape: 'array' }),
    headHtml: longText({ label: 'HTML in the head' }),
    footerHtml: longText({ label: 'HTML before the end' }),
    analyticsId: text({ label: 'Analytics id' }),
    ...seo(),
    robotsTxt: longText({ label: 'robots.txt', maxLength: 10_000 }),
    forceHttps: boolean({ default: true, label: 'Force HTTPS' }),
    publishedAt: datetime(),
    lastPublishedAt: datetime({ index: true }),
    viewCount: counter(),
    visitorCount: counter(),
    conversionCount: counter(),
    tags: tags(),
  },
});
