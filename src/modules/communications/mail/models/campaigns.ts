import { boolean, choice, date, datetime, longText, reference, references, text } from '#core/fields/index.ts';
import { defineModel } from '#core/models/declaration.ts';
import { emailCounters, sender, tags } from '#core/models/field-groups.ts';
import { message } from '../../fieldGroups.ts';

/** One message to many recipients. The plan behind it is a marketing campaign. */
export const campaigns = defineModel({
  slug: 'campaigns',
  key: 'communicationsCampaign',
  label: 'Communications campaign',
  labelPlural: 'Communications campaigns',
  children: ['files', 'notes', 'tasks'],
  childPrefix: 'campaign',
  fields: {
    name: text({ required: true, search: true, index: true }),
    description: longText({ search: true }),
    type: choice({ options: ['newsletter', 'announcement', 'promotion', 'transactional', 'survey', 'invitation'] }),
    channel: choice({ options: ['email', 'sms', 'chat', 'push'], default: 'email' }),
    status: choice({
      options: ['draft', 'scheduled', 'sending', 'sent', 'paused', 'cancelled', 'failed', 'archived'],
      default: 'draft',
      index: true,
    }),
    marketingCampaignId: reference('marketing.campaigns'),
    templateId: reference('communications.emailTemplates'),
    emailListIds: references('communications.emailLists'),
    segmentIds: references('marketing.segments'),
    ...sender(),
    ...message({ toStrangers: true }),
    previewText: text(),
    startDate: date({ index: true }),
    endDate: date(),
    scheduledAt: datetime({ index: true }),
    sentAt: datetime(),
    timezone: text({ maxLength: 100 }),
    trackOpens: boolean({ default: true }),
    trackClicks: boolean({ default: true }),
    tags: tags(),
    ...emailCounters(),
  },
});
