import { actionHandle } from '#core/action.ts';
import type { cancelBulkEmail as CancelBulkEmail } from './actions/cancel-bulk-email.ts';
import type { checkCampaignEmail as CheckCampaignEmail } from './actions/check-campaign-email.ts';
import type { pauseBulkEmail as PauseBulkEmail } from './actions/pause-bulk-email.ts';
import type { resumeBulkEmail as ResumeBulkEmail } from './actions/resume-bulk-email.ts';
import type { sendCampaignEmail as SendCampaignEmail } from './actions/send-campaign-email.ts';
import type { sendEmail as SendEmail } from './actions/send-email.ts';

/** The actions and queries that other modules may use. */

export const sendEmail = actionHandle<typeof SendEmail>('communications.sendEmail');
export const sendCampaignEmail = actionHandle<typeof SendCampaignEmail>('communications.sendCampaignEmail');
export const checkCampaignEmail = actionHandle<typeof CheckCampaignEmail>('communications.checkCampaignEmail');
export const pauseBulkEmail = actionHandle<typeof PauseBulkEmail>('communications.pauseBulkEmail');
export const resumeBulkEmail = actionHandle<typeof ResumeBulkEmail>('communications.resumeBulkEmail');
export const cancelBulkEmail = actionHandle<typeof CancelBulkEmail>('communications.cancelBulkEmail');

export { addMessages, type ChannelMessage, type NewConversation } from './channels/add-messages.ts';
export { confirmReply, readAnswerable, recordReply, refuseReply } from './channels/outgoing-reply.ts';
export { reportText } from './channels/report-text.ts';
export { numberOfConversation } from './channels/sql/number-of-conversation.ts';
export {
  clickedMails,
  conversationAfterMerges,
  receivedMessages,
  sentMails,
  subscribedContacts,
} from './sql/pieces.ts';
