import { actionHandle } from '#core/action.ts';
import type { cancelBulkEmail as CancelBulkEmail } from './mail/actions/cancel-bulk-email.ts';
import type { checkCampaignEmail as CheckCampaignEmail } from './mail/actions/check-campaign-email.ts';
import type { pauseBulkEmail as PauseBulkEmail } from './mail/actions/pause-bulk-email.ts';
import type { resumeBulkEmail as ResumeBulkEmail } from './mail/actions/resume-bulk-email.ts';
import type { sendCampaignEmail as SendCampaignEmail } from './mail/actions/send-campaign-email.ts';
import type { sendEmail as SendEmail } from './mail/actions/send-email.ts';

/** The actions and queries that other modules may use. */

export const sendEmail = actionHandle<typeof SendEmail>('communications.sendEmail');
export const sendCampaignEmail = actionHandle<typeof SendCampaignEmail>('communications.sendCampaignEmail');
export const checkCampaignEmail = actionHandle<typeof CheckCampaignEmail>('communications.checkCampaignEmail');
export const pauseBulkEmail = actionHandle<typeof PauseBulkEmail>('communications.pauseBulkEmail');
export const resumeBulkEmail = actionHandle<typeof ResumeBulkEmail>('communications.resumeBulkEmail');
export const cancelBulkEmail = actionHandle<typeof CancelBulkEmail>('communications.cancelBulkEmail');

export { addMessages, type ChannelMessage, type NewConversation } from './conversations/channels/add-messages.ts';
export { confirmReply, readAnswerable, recordReply, refuseReply } from './conversations/channels/outgoing-reply.ts';
export { reportText } from './conversations/channels/report-text.ts';
export { numberOfConversation } from './conversations/channels/sql/number-of-conversation.ts';
export { conversationAfterMerges } from './conversations/sql/after-merges.ts';
export { comparedLink } from './mail/facts/clicked-links.ts';
export {
  type MailedPerson,
  type PersonMail,
  type PersonMailContent,
  type PreparedPersonMail,
  preparePersonMails,
} from './mail/person-mails/prepare-person-mails.ts';
export { sendPersonMail } from './mail/person-mails/send-person-mail.ts';
export { type CalendarMail, findSuppressed, queueCalendarMails } from './mail/sending/calendar-mails.ts';
export { checkTexts, renderTexts } from './mail/sending/render-texts.ts';
export { sendPrepared } from './mail/sending/send-prepared.ts';
export { organizerOf } from './mail/sending/sql/organizer.ts';
export { mailsFreeAt } from './mail/sql/mails-free-at.ts';
export {
  clickedMails,
  receivedMessages,
  sentMails,
  subscribedContacts,
  timesOfMail,
} from './mail/sql/pieces.ts';
