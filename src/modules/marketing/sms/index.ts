import type { Job } from '#core/jobs/job.ts';
import { definePart } from '#core/modules/module.ts';
import { receiveSmsReply } from './actions/receive-sms-reply.ts';
import { receiveSmsStatus } from './actions/receive-sms-status.ts';
import { replyBySms } from './actions/reply-by-sms.ts';
import { sendSmsJob } from './jobs/send-sms.ts';
import { smsOptOuts } from './models/smsOptOuts.ts';
import { smsHttp } from './send-message.ts';
import { smsSettings } from './sms-setting.ts';

/** Text messages of campaigns, with replies and opt-outs. */
export const smsPart = definePart({
  models: [smsOptOuts],
  actions: [receiveSmsStatus, receiveSmsReply, replyBySms],
  jobs: [sendSmsJob as Job],
  services: [smsHttp],
  settingRules: smsSettings,
  tables: ['sms_messages', 'sms_replies', 'sms_threads'],
});
