import { boolean, datetime, longText, reference, text } from '#core/fields/index.ts';
import { emailCounters, sender } from '#core/models/field-groups.ts';
import { defineModel } from '#core/models/model.ts';
import { channelHooks } from '../campaigns/channel-hooks.ts';
import { channel, html, subject } from '../fieldGroups.ts';

export const campaignChannelEmails = defineModel({
  slug: 'campaignChannelEmails',
  title: 'subject',
  parent: 'campaignId',
  hooks: channelHooks,
  children: ['files', 'notes', 'tasks'],
  fields: {
    ...channel(),
    ...sender(),
    subject: subject(),
    previewText: text(),
    templateId: reference('communications.emailTemplates'),
    emailListId: reference('communications.emailLists'),
    html: html(),
    text: longText({ label: 'Plain text' }),
    timezone: text({ maxLength: 100 }),
    sentAt: datetime({ index: true }),
    trackOpens: boolean({ default: true }),
    trackClicks: boolean({ default: true }),
    ...emailCounters(),
  },
});
