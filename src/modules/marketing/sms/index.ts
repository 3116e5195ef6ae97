import { definePart } from '#core/modules/module.ts';
import { receiveSmsReply } from './actions/receive-sms-reply.ts';
import { receiveSmsStatus } from './actions/receive-sms-status.ts';
import { replyBySms } from './actions/reply-by-sms.ts';
import { smsEngine } from './engine/sms-engine.ts';
import { smsMeasures } from './measures.ts';
import { smsOptOuts } from './models/smsOptOuts.ts';
import { smsHttp } from './provider/send-message.ts';
import { smsSettings } from './provider/sms-setting.ts';

/** Text messages of campaigns, with replies and opt-outs. */
export const smsPart = definePart({
  models: [smsOptOuts],
  actions: [receiveSmsStatus, receiveSmsReply, replyBySms],
  services: [smsHttp],
  background: smsEngine,
  measures: smsMeasures,
  settingRules: smsSettings,
  tables: ['sms_messages', 'sms_pauses', 'sms_replies', 'sms_threads'],
});
