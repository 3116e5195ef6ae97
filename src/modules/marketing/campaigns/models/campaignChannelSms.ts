import { boolean, choice, datetime, list, longText, phone, text } from '#core/fields/index.ts';
import { defineModel } from '#core/models/declaration.ts';
import { counter } from '#core/models/field-groups.ts';
import { channel } from '../../fieldGroups.ts';
import { channelHooks } from '../hooks/channel-hooks.ts';

export const campaignChannelSms = defineModel({
  slug: 'campaignChannelSms',
  label: 'Campaign channel SMS',
  labelPlural: 'Campaign channel SMS',
  parent: 'campaignId',
  hooks: channelHooks,
  children: ['files', 'notes', 'tasks'],
  fields: {
    ...channel(),
    type: choice({ options: ['sms', 'mms', 'whatsapp', 'rcs'], default: 'sms' }),
    message: longText({ outward: true, maxLength: 10_000, search: true }),
    fromNumber: phone({ outward: true }),
    senderName: text({ maxLength: 30 }),
    mediaUrls: list({ outward: true, of: 'url' }),
    shortenLinks: boolean({ default: true }),
    optOutText: text(),
    timezone: text({ maxLength: 100 }),
    sentAt: datetime({ index: true }),
    provider: choice({ options: ['twilio', 'vonage', 'messagebird', 'sinch', 'plivo'] }),
    recipientCount: counter(),
    sentCount: counter(),
    deliveredCount: counter(),
    clickCount: counter(),
    replyCount: counter(),
    optOutCount: counter(),
    failedCount: counter(),
  },
});
