/**
 * Functions with which campaigns and workflows start, check, resume and end their text messages, and replies find their
 * message and its sender.
 */
export { optIn, optOut } from './opt-outs.ts';
export { sendMessage, statusUrl } from './provider/send-message.ts';
export { notFromProvider, requireTwilioSignature, requireWebhookSignature } from './provider/signature.ts';
export { type SmsProvider, smsProviderOf } from './provider/sms-setting.ts';
export { type PersonSms, queuePersonSms } from './queue-person-sms.ts';
export { type SmsPerson, unknownPlaceholders } from './recipients.ts';
export { resumeSms, resumeWorkflowSms } from './resume-sms.ts';
export { type AnsweredMessage, cancelMessages, cancelWorkflowMessages, markAnswered } from './sql/messages.ts';
export { hasOptedOut } from './sql/opt-outs.ts';
export { pauseError } from './sql/pauses.ts';
export { startSms } from './start-sms.ts';
export { writeCounters } from './write-counters.ts';
