import { choice, datetime, longText, reference, text, url } from '#core/fields/index.ts';
import { defineModel } from '#core/models/declaration.ts';
import { counter } from '#core/models/field-groups.ts';
import { channel, html, seo } from '../../fieldGroups.ts';
import { channelHooks } from '../hooks/channel-hooks.ts';

/** Articles, landing pages and downloads of a campaign. */
export const campaignChannelWebContent = defineModel({
  slug: 'campaignChannelWebContent',
  labelPlural: 'Campaign channel web content',
  parent: 'campaignId',
  hooks: channelHooks,
  children: ['files', 'notes', 'tasks'],
  fields: {
    ...channel(),
    type: choice({
      options: [
        'article',
        'landingPage',
        'caseStudy',
        'whitepaper',
        'ebook',
        'video',
        'webinar',
        'infographic',
        'podcast',
      ],
      index: true,
    }),
    title: text({ search: true }),
    excerpt: longText({ maxLength: 2000 }),
    html: html(),
    websiteId: reference('marketing.websites'),
    webPageId: reference('marketing.webPages'),
    url: url({ outward: true }),
    authorUserId: reference('identity.users', { label: 'Author' }),
    language: text({ maxLength: 35 }),
    publishedAt: datetime({ index: true }),
    ...seo(),
    viewCount: counter(),
    visitorCount: counter(),
    clickCount: counter(),
    downloadCount: counter(),
    conversionCount: counter(),
  },
});
