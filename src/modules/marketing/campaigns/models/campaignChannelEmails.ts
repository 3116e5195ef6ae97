import { boolean, datetime, json, longText, reference, text } from '#core/fields/index.ts';
import { defineModel } from '#core/models/declaration.ts';
import { emailCounters, sender } from '#core/models/field-groups.ts';
import { channel, html, subject } from '../../fieldGroups.ts';
import { channelHooks } from '../hooks/channel-hooks.ts';

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
    variables: json({
      shape: 'object',
      help: 'Values for the variables of the template, the same for all recipients.',
    }),
    allowMissing: boolean({
      default: false,
      label: 'Send with empty places',
      help: 'The mail is sent although variables of its template have no value.',
    }),
    html: html(),
    text: longText({ label: 'Plain text' }),
    timezone: text({ maxLength: 100 }),
    sentAt: datetime({ index: true }),
    trackOpens: boolean({ default: true }),
    trackClicks: boolean({ default: true }),
    ...emailCounters(),
  },
});
