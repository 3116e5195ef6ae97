import { choice, list, number, text, url } from '#core/fields/index.ts';
import { defineModel } from '#core/models/declaration.ts';
import { adCounters, channel, utm } from '../../fieldGroups.ts';
import { channelHooks } from '../hooks/channel-hooks.ts';

/** Paid search of a campaign. */
export const campaignChannelPpc = defineModel({
  slug: 'campaignChannelPpc',
  label: 'Campaign channel PPC',
  labelPlural: 'Campaign channel PPC',
  parent: 'campaignId',
  hooks: channelHooks,
  children: ['files', 'notes', 'tasks'],
  fields: {
    ...channel(),
    platform: choice({ options: ['google', 'microsoft', 'amazon', 'apple', 'yahoo', 'yandex', 'baidu'], index: true }),
    adGroup: text({ search: true }),
    keywords: list({ search: true }),
    negativeKeywords: list(),
    matchType: choice({ options: ['broad', 'phrase', 'exact'] }),
    headlines: list({ search: true }),
    adTexts: list(),
    displayPath: text(),
    destinationUrl: url({ outward: true, label: 'Destination' }),
    locations: list(),
    languages: list(),
    devices: list(),
    bidStrategy: choice({
      options: ['manualCpc', 'maximizeClicks', 'maximizeConversions', 'targetCpa', 'targetRoas', 'impressionShare'],
    }),
    maxCostPerClick: number({ money: true, min: 0 }),
    dailyBudget: number({ money: true }),
    qualityScore: number({ min: 0 }),
    averagePosition: number({ min: 0 }),
    externalId: text({ label: 'Id on the platform', index: true }),
    ...utm(),
    ...adCounters(),
  },
});
