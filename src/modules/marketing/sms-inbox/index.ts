import { definePart } from '#core/modules/module.ts';
import { receiveSmsReply } from './actions/receive-sms-reply.ts';
import { replyBySms } from './actions/reply-by-sms.ts';

/** Replies to text messages, and answers to them from the inbox. */
export const smsInboxPart = definePart({
  actions: [receiveSmsReply, replyBySms],
  tables: ['sms_replies', 'sms_threads'],
});
