import { definePart } from '#core/modules/module.ts';
import { receiveSmsStatus } from './actions/receive-sms-status.ts';
import { smsEngine } from './engine/sms-engine.ts';
import { smsMeasures } from './measures.ts';
import { smsOptOuts } from './models/smsOptOuts.ts';
import { smsHttp } from './provider/send-message.ts';
import { smsSettings } from './provider/sms-setting.ts';

/** Text messages of campaigns, with opt-outs. */
export const smsPart = definePart({
  models: [smsOptOuts],
  actions: [receiveSmsStatus],
  services: [smsHttp],
  background: smsEngine,
  measures: smsMeasures,
  settingRules: smsSettings,
  tables: ['sms_messages', 'sms_pauses'],
});
