import { boolean, choice, datetime, integer, json, longText, reference, text, url } from '#core/fields/index.ts';
import { defineModel } from '#core/models/declaration.ts';
import { counter, tags } from '#core/models/field-groups.ts';
import { recordStatus } from '#core/statuses/record-status.ts';
import { seo } from '../../fieldGroups.ts';
import { requireSiteDomain, requireSiteSlug } from '../hooks/rules.ts';
import { websiteHooks } from '../hooks/website-hooks.ts';
import { websiteStatuses } from '../standard-statuses.ts';

export const websites = defineModel({
  slug: 'websites',
  hooks: websiteHooks,
  fields: {
    name: text({ required: true, search: true, index: true }),
    description: longText({ search: true }),
    slug: text({
      unique: true,
      maxLength: 63,
      rule: requireSiteSlug,
      help: 'The last part of the address below /sites, such as acme-shop. The first publication derives one from the name.',
      example: 'acme-shop',
    }),
    domain: text({
      outward: true,
      search: true,
      index: true,
      rule: requireSiteDomain,
      help: 'The domain that visitors use, such as www.example.com, without https:// and path.',
      example: 'www.example.com',
    }),
    domainVerifiedAt: datetime({ readOnly: true, label: 'Domain proven at' }),
    url: url({ outward: true }),
    typeId: reference('marketing.websiteTypes', { label: 'Type in the list' }),
    ...recordStatus({ list: 'marketing.websiteStatuses', standard: websiteStatuses, label: 'Status in the list' }),
    type: choice({ options: ['corporate', 'landing', 'blog', 'shop', 'portal', 'documentation', 'event'] }),
    accountId: reference('sales.accounts'),
    homePageId: reference('marketing.webPages'),
    notFoundPageId: reference('marketing.webPages', { label: 'Page for unknown addresses' }),
    layoutId: reference('marketing.webLayouts'),
    language: text({ maxLength: 35 }),
    timezone: text({ maxLength: 100 }),
    logoUrl: url({ outward: true, label: 'Logo' }),
    faviconUrl: url({ outward: true, label: 'Favicon' }),
    theme: json({ outward: true, shape: 'object' }),
    navigation: json({ outward: true, shape: 'array' }),
    headHtml: longText({
      outward: true,
      label: 'HTML in the head',
      help: 'Only callers with marketing:admin can change it.',
    }),
    footerHtml: longText({
      outward: true,
      label: 'HTML before the end',
      help: 'Only callers with marketing:admin can change it.',
    }),
    allowScripts: boolean({
      outward: true,
      default: false,
      label: 'Scripts allowed',
      help: 'Scripts of pages, layouts and HTML run for visitors. Only callers with marketing:admin can change it.',
    }),
    analyticsId: text({ outward: true, label: 'Analytics id' }),
    ...seo(),
    robotsTxt: longText({ outward: true, label: 'robots.txt', maxLength: 10_000 }),
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
