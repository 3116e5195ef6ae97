import { choice, datetime, json, reference, text } from '#core/fields/index.ts';
import { emailCounters, sender } from '#core/models/field-groups.ts';
import { defineModel } from '#core/models/model.ts';
import { message } from '../fieldGroups.ts';

/** A mailing as it was sent: its content, its sender and its results. */
export const emailSnapshots = defineModel({
  slug: 'emailSnapshots',
  title: 'subject',
  fields: {
    name: text({ search: true }),
    emailId: reference('communications.emails'),
    campaignId: reference('marketing.campaigns'),
    communicationsCampaignId: reference('communications.campaigns'),
    templateId: reference('communications.emailTemplates'),
    emailListId: reference('communications.emailLists'),
    segmentId: reference('marketing.segments'),
    status: choice({ options: ['pending', 'sending', 'sent', 'failed', 'cancelled'], index: true }),
    ...sender(),
    ...message(),
    takenAt: datetime({ defaultFrom: 'now', index: true }),
    sentAt: datetime(),
    variables: json({ shape: 'object' }),
    metadata: json({ shape: 'object' }),
    ...emailCounters(),
  },
});
