import { choice, datetime, list, longText, text, url } from '#core/fields/index.ts';
import { defineModel } from '#core/models/declaration.ts';
import { counter } from '#core/models/field-groups.ts';
import { adCounters, channel } from '../../fieldGroups.ts';
import { channelHooks } from '../hooks/channel-hooks.ts';

/** A post of a campaign on a social network. */
export const campaignChannelSocial = defineModel({
  slug: 'campaignChannelSocial',
  labelPlural: 'Campaign channel social',
  parent: 'campaignId',
  hooks: channelHooks,
  children: ['files', 'notes', 'tasks'],
  fields: {
    ...channel(),
    platform: choice({
      options: [
        'facebook',
        'instagram',
        'linkedin',
        'x',
        'tiktok',
        'youtube',
        'pinterest',
        'threads',
        'bluesky',
        'mastodon',
      ],
      index: true,
    }),
    type: choice({ options: ['post', 'story', 'reel', 'video', 'carousel', 'poll', 'link'] }),
    connectionId: text({ label: 'Social connection' }),
    content: longText({ outward: true, search: true }),
    linkUrl: url({ outward: true, label: 'Link' }),
    mediaUrls: list({ outward: true, of: 'url' }),
    hashtags: list({ search: true }),
    mentions: list(),
    publishedAt: datetime({ index: true }),
    postUrl: url({ label: 'Post' }),
    externalId: text({ label: 'Id on the platform' }),
    error: text({ maxLength: 2000 }),
    ...adCounters(),
    likeCount: counter(),
    commentCount: counter(),
    shareCount: counter(),
    saveCount: counter(),
    videoViewCount: counter(),
  },
});
