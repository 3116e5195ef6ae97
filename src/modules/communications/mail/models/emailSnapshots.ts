import { boolean, choice, datetime, json, reference, text } from '#core/fields/index.ts';
import { defineModel } from '#core/models/declaration.ts';
import { counter, emailCounters, sender } from '#core/models/field-groups.ts';
import { message } from '../../fieldGroups.ts';

/** A mailing as it was sent: its content, its sender and its results. */
export const emailSnapshots = defineModel({
  slug: 'emailSnapshots',
  title: 'subject',
  fields: {
    name: text({ search: true }),
    emailId: reference('communications.emails'),
    campaignId: reference('marketing.campaigns'),
    campaignChannelEmailId: reference('marketing.campaignChannelEmails', { label: 'Channel of the campaign' }),
    communicationsCampaignId: reference('communications.campaigns'),
    templateId: reference('communications.emailTemplates'),
    emailListId: reference('communications.emailLists'),
    segmentId: reference('marketing.segments'),
    status: choice({ options: ['pending', 'sending', 'paused', 'sent', 'failed', 'cancelled'], index: true }),
    ...sender(),
    ...message(),
    takenAt: datetime({ defaultFrom: 'now', index: true }),
    format: choice({ options: ['html', 'mjml', 'text'], default: 'html' }),
    previewText: text(),
    sentAt: datetime(),
    finishedAt: datetime(),
    trackOpens: boolean({ default: true }),
    trackClicks: boolean({ default: true }),
    variables: json({ shape: 'object' }),
    metadata: json({ shape: 'object' }),
    ...emailCounters(),
    skippedCount: counter(),
    duplicateCount: counter(),
  },
});
