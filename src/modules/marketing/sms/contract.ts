/** How campaigns start, check, resume and end their text messages. */
export { type SmsContact, unknownPlaceholders } from './recipients.ts';
export { resumeSms } from './resume-sms.ts';
export { cancelMessages } from './sql/messages.ts';
export { pauseError } from './sql/pauses.ts';
export { startSms } from './start-sms.ts';
