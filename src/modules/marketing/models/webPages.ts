import { choice, datetime, integer, json, longText, reference, text, url } from '#core/fields/index.ts';
import { counter, tags } from '#core/models/field-groups.ts';
import { defineModel } from '#core/models/model.ts';
import { html, seo } from '../fieldGroups.ts';

export const webPages = defineModel({
  slug: 'webPages',
  fields: {
    websiteId: reference('marketing.websites'),
    name: text({ search: true, index: true }),
    title: text({ search: true }),
    description: longText({ search: true }),
    path: text({ maxLength: 600, search: true, index: true }),
    slug: text(),
    type: choice({ options: ['page', 'landing', 'blogPost', 'thankYou', 'form', 'product', 'legal'], default: 'page' }),
    status: choice({
      options: ['draft', 'inReview', 'scheduled', 'published', 'unpublished', 'archived'],
      default: 'draft',
      index: true,
    }),
    parentPageId: reference('marketing.webPages'),
    position: integer({ default: 0 }),
    campaignId: reference('marketing.campaigns'),
    formId: reference('forms.forms'),
    authorUserId: reference('identity.users', { label: 'Author' }),
    template: text(),
    language: text({ maxLength: 35 }),
    html: html(),
    css: longText({ label: 'CSS' }),
    script: longText(),
    blocks: json({ shape: 'array' }),
    featuredImageUrl: url({ label: 'Featured image' }),
    canonicalUrl: url({ label: 'Canonical address' }),
    redirectUrl: url({ label: 'Redirects to' }),
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
