import { choice, json, list, longText, number, text, url } from '#core/fields/index.ts';
import { defineModel } from '#core/models/declaration.ts';
import { adCounters, channel, utm } from '../../fieldGroups.ts';
import { channelHooks } from '../hooks/channel-hooks.ts';

/** Display, video and social advertisements of a campaign. */
export const campaignChannelAds = defineModel({
  slug: 'campaignChannelAds',
  label: 'Campaign channel ad',
  parent: 'campaignId',
  hooks: channelHooks,
  children: ['files', 'notes', 'tasks'],
  childPrefix: 'campaignChannelAds',
  fields: {
    ...channel(),
    platform: choice({
      options: ['facebook', 'instagram', 'google', 'youtube', 'linkedin', 'tiktok', 'x', 'pinterest', 'programmatic'],
      index: true,
    }),
    format: choice({ options: ['image', 'carousel', 'video', 'story', 'text', 'native', 'audio'] }),
    objective: choice({ options: ['awareness', 'traffic', 'engagement', 'leads', 'appPromotion', 'sales'] }),
    placements: list(),
    headline: text({ search: true }),
    body: longText({ outward: true, search: true }),
    callToAction: choice({
      options: ['learnMore', 'signUp', 'shopNow', 'contactUs', 'download', 'bookNow', 'getQuote', 'subscribe'],
    }),
    mediaUrls: list({ outward: true, of: 'url' }),
    destinationUrl: url({ outward: true, label: 'Destination' }),
    targeting: json({ shape: 'object' }),
    bidStrategy: choice({ options: ['lowestCost', 'costCap', 'bidCap', 'targetReturn', 'manual'] }),
    bidAmount: number({ money: true }),
    dailyBudget: number({ money: true }),
    adAccount: text(),
    externalId: text({ label: 'Id on the platform', index: true }),
    ...utm(),
    ...adCounters(),
  },
});
