import { choice, datetime, json, list, longText, reference, references, text, url } from '#core/fields/index.ts';
import { defineModel } from '#core/models/declaration.ts';
import { counter } from '#core/models/field-groups.ts';
import { socialCounters } from '../../fieldGroups.ts';
import { platformNames } from '../platform-names.ts';

/** A post on a social platform. POST /api/marketing/social-publishing creates it; the publisher writes the result. */
export const socialPosts = defineModel({
  slug: 'socialPosts',
  title: 'content',
  readOnly: true,
  permanent: true,
  fields: {
    connectionId: reference('marketing.socialConnections', { label: 'Connection' }),
    platform: choice({ options: [...platformNames], strict: true, index: true }),
    campaignId: reference('marketing.campaigns'),
    channelId: reference('marketing.campaignChannelSocial', { label: 'Channel' }),
    content: longText({ required: true, search: true, maxLength: 100_000 }),
    variants: json({ shape: 'object', help: 'Other texts for platforms, by the name of the platform.' }),
    linkUrl: url({ label: 'Link' }),
    mediaIds: references('data.storedFiles', { label: 'Media' }),
    altTexts: list({ help: 'Descriptions of the media, in the same order.' }),
    scheduledAt: datetime({ index: true }),
    status: choice({
      options: [
        'draft',
        'needsApproval',
        'scheduled',
        'paused',
        'publishing',
        'published',
        'failed',
        'unconfirmed',
        'cancelled',
      ],
      strict: true,
      help: 'A paused post waits until its campaign is resumed.',
      default: 'draft',
      index: true,
    }),
    approvedBy: reference('identity.users', { label: 'Approved by' }),
    approvedAt: datetime(),
    publishedAt: datetime({ index: true }),
    postUrl: url({ label: 'Post' }),
    externalId: text({ maxLength: 500, label: 'Id on the platform', index: true }),
    error: text({ maxLength: 2000 }),
    attemptCount: counter(),
    ...socialCounters(),
    metricsReadAt: datetime({ label: 'Metrics read' }),
  },
});
