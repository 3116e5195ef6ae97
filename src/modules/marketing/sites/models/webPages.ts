import { choice, datetime, integer, json, longText, reference, text, url } from '#core/fields/index.ts';
import { defineModel } from '#core/models/declaration.ts';
import { counter, tags } from '#core/models/field-groups.ts';
import { html, seo } from '../../fieldGroups.ts';
import { requireBlocks, requirePagePath } from '../hooks/rules.ts';
import { webPageHooks } from '../hooks/web-page-hooks.ts';

export const webPages = defineModel({
  slug: 'webPages',
  hooks: webPageHooks,
  fields: {
    websiteId: reference('marketing.websites'),
    name: text({ search: true, index: true }),
    title: text({ search: true }),
    description: longText({ search: true }),
    path: text({
      maxLength: 600,
      search: true,
      index: true,
      rule: requirePagePath,
      help: 'The address of the page on its website, such as /about, without spaces, ? and #.',
      example: '/about',
    }),
    slug: text({
      rule: requirePagePath,
      help: 'The last part of the address of a page without a path, without spaces, ? and #.',
      example: 'about',
    }),
    type: choice({ options: ['page', 'landing', 'blogPost', 'thankYou', 'form', 'product', 'legal'], default: 'page' }),
    status: choice({
      options: ['draft', 'inReview', 'scheduled', 'published', 'unpublished', 'archived'],
      default: 'draft',
      index: true,
    }),
    parentPageId: reference('marketing.webPages', { acyclic: true }),
    position: integer({ default: 0 }),
    campaignId: reference('marketing.campaigns'),
    formId: reference('forms.forms'),
    authorUserId: reference('identity.users', { label: 'Author' }),
    template: text(),
    layoutId: reference('marketing.webLayouts'),
    translationOfId: reference('marketing.webPages', { label: 'Translation of' }),
    variantOfId: reference('marketing.webPages', {
      label: 'Variant of',
      help: 'The page in whose place some visitors see this one.',
    }),
    weight: integer({ min: 0, max: 1000, default: 1, help: 'The share of visitors, relative to the other variants.' }),
    language: text({ maxLength: 35 }),
    html: html(),
    css: longText({ outward: true, label: 'CSS' }),
    script: longText({
      outward: true,
      help: 'Only callers with marketing:admin can change it. It runs when the website allows scripts.',
    }),
    blocks: json({
      outward: true,
      shape: 'array',
      rule: requireBlocks,
      help: 'Each has a type: heading, text, image, button, columns, form, video, code, or html (marketing:admin).',
      example: [
        { type: 'heading', text: 'Welcome', level: 1 },
        { type: 'text', text: 'The first paragraph.' },
      ],
    }),
    featuredImageUrl: url({ outward: true, label: 'Featured image' }),
    canonicalUrl: url({ outward: true, label: 'Canonical address' }),
    redirectUrl: url({ outward: true, label: 'Redirects to' }),
    ...seo(),
    scheduledAt: datetime(),
    publishedAt: datetime({ index: true }),
    unpublishedAt: datetime(),
    publishedUrl: url({ label: 'Published address' }),
    viewCount: counter(),
    visitorCount: counter(),
    conversionCount: counter(),
    tags: tags(),
  },
});
