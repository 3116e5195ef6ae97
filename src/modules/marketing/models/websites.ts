import { boolean, choice, datetime, integer, json, longText, reference, text, url } from '#core/fields/index.ts';
import { counter, tags } from '#core/models/field-groups.ts';
import { defineModel } from '#core/models/model.ts';
import { seo } from '../fieldGroups.ts';
import { websiteHooks } from '../sites/hooks/website-hooks.ts';

export const websites = defineModel({
  slug: 'websites',
  hooks: websiteHooks,
  fields: {
    name: text({ required: true, search: true, index: true }),
    description: longText({ search: true }),
    slug: text({
      unique: true,
      maxLength: 63,
      help: 'The last part of the address below /sites. The first publication derives one from the name.',
    }),
    domain: text({ search: true, index: true }),
    domainVerifiedAt: datetime({ readOnly: true, label: 'Domain proven at' }),
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
    notFoundPageId: reference('marketing.webPages', { label: 'Page for unknown addresses' }),
    layoutId: reference('marketing.webLayouts'),
    language: text({ maxLength: 35 }),
    timezone: text({ maxLength: 100 }),
    logoUrl: url({ label: 'Logo' }),
    faviconUrl: url({ label: 'Favicon' }),
    theme: json({ shape: 'object' }),
    navigation: json({ shape: 'array' }),
    headHtml: longText({ label: 'HTML in the head', help: 'Only callers with marketing:admin can change it.' }),
    footerHtml: longText({ label: 'HTML before the end', help: 'Only callers with marketing:admin can change it.' }),
    allowScripts: boolean({
      default: false,
      label: 'Scripts allowed',
      help: 'Scripts of pages, layouts and HTML run for visitors. Only callers with marketing:admin can change it.',
    }),
    analyticsId: text({ label: 'Analytics id' }),
    ...seo(),
    robotsTxt: longText({ label: 'robots.txt', maxLength: 10_000 }),
    forceHttps: boolean({ default: true, label: 'Force HTTPS' }),
    publishedAt: datetime(),
    lastPublishedAt: datetime({ index: true }),
    liveReleaseId: text({ maxLength: 36, readOnly: true, label: 'Live release' }),
    liveReleaseNumber: integer({ readOnly: true, label: 'Number of the live release' }),
    viewCount: counter(),
    visitorCount: counter(),
    conversionCount: counter(),
    tags: tags(),
  },
});
