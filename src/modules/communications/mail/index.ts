import { definePart } from '#core/modules/module.ts';
import { cancelBulkEmail } from './actions/cancel-bulk-email.ts';
import { cancelScheduledEmail } from './actions/cancel-scheduled-email.ts';
import { checkCampaignEmail } from './actions/check-campaign-email.ts';
import { getBulkEmail } from './actions/get-bulk-email.ts';
import { getCannedReply } from './actions/get-canned-reply.ts';
import { getEmailAnalytics } from './actions/get-email-analytics.ts';
import { getTransportDns } from './actions/get-transport-dns.ts';
import { importMembers } from './actions/import-members.ts';
import { listStarters } from './actions/list-starters.ts';
import { pauseBulkEmail } from './actions/pause-bulk-email.ts';
import { previewStarter } from './actions/preview-starter.ts';
import { previewTemplate } from './actions/preview-template.ts';
import { receiveEmailEvents } from './actions/receive-email-events.ts';
import { replyToConversation } from './actions/reply-to-conversation.ts';
import { rescheduleEmail } from './actions/reschedule-email.ts';
import { resumeBulkEmail } from './actions/resume-bulk-email.ts';
import { retryFailedEmails } from './actions/retry-failed-emails.ts';
import { scheduleEmail } from './actions/schedule-email.ts';
import { sendBulkEmail } from './actions/send-bulk-email.ts';
import { sendCampaignEmail } from './actions/send-campaign-email.ts';
import { sendEmail } from './actions/send-email.ts';
import { sendMailboxMail } from './actions/send-mailbox-mail.ts';
import { sendMarketingEmail } from './actions/send-marketing-email.ts';
import { subscribe } from './actions/subscribe.ts';
import { testTemplate } from './actions/test-template.ts';
import { testTransport } from './actions/test-transport.ts';
import { undoMailboxSend } from './actions/undo-mailbox-send.ts';
import { unsubscribe } from './actions/unsubscribe.ts';
import { uploadFiles } from './actions/upload-files.ts';
import { cancelMails } from './batches/cancel-mails.ts';
import { mailContents } from './content/thread/mail-contents.ts';
import { factCounter } from './facts/fact-counter.ts';
import { emailListSet } from './lists/list-set.ts';
import { recountList } from './lists/recount-list.ts';
import { MailEngine } from './mail-engine.ts';
import { outboxMeasures } from './measures.ts';
import { campaigns } from './models/campaigns.ts';
import { emailListMembers } from './models/emailListMembers.ts';
import { emailLists } from './models/emailLists.ts';
import { emailSnapshotContacts } from './models/emailSnapshotContacts.ts';
import { emailSnapshots } from './models/emailSnapshots.ts';
import { emailSuppressions } from './models/emailSuppressions.ts';
import { emails } from './models/emails.ts';
import { emailTemplates } from './models/emailTemplates.ts';
import { emailTransports } from './models/emailTransports.ts';
import { referrals } from './models/referrals.ts';
import { mailServices } from './outbox/mail-services.ts';
import { mailPages } from './pages/mail-pages.ts';
import { consentSettings } from './suppression/opt-in.ts';
import { factBuffer } from './tracking/fact-buffer.ts';
import { linkSigner } from './tracking/link-signer-of.ts';

/** Sending of mail: templates, lists, batches, the outbox, and the facts about mails. */
export const mailPart = definePart({
  models: [
    campaigns,
    emails,
    emailLists,
    emailListMembers,
    emailSuppressions,
    emailTransports,
    emailSnapshots,
    emailSnapshotContacts,
    emailTemplates,
    referrals,
  ],
  actions: [
    cancelBulkEmail,
    checkCampaignEmail,
    cancelScheduledEmail,
    getBulkEmail,
    getEmailAnalytics,
    getTransportDns,
    importMembers,
    subscribe,
    unsubscribe,
    pauseBulkEmail,
    listStarters,
    previewStarter,
    previewTemplate,
    receiveEmailEvents,
    rescheduleEmail,
    resumeBulkEmail,
    retryFailedEmails,
    scheduleEmail,
    sendBulkEmail,
    sendCampaignEmail,
    sendEmail,
    sendMarketingEmail,
    testTemplate,
    testTransport,
    uploadFiles,
    getCannedReply,
    replyToConversation,
    sendMailboxMail,
    undoMailboxSend,
  ],
  jobs: [cancelMails, recountList],
  services: [mailContents, mailServices, linkSigner, factCounter, factBuffer],
  pages: mailPages((services, tenantId, emailId) =>
    services.of(mailServices).preparer.renderForBrowser(tenantId, emailId),
  ),
  background: (services) => new MailEngine(services),
  measures: outboxMeasures,
  recordSets: [emailListSet],
  settingRules: consentSettings,
  sealedColumns: [{ table: 'mail_dkim_keys', column: 'private_key' }],
  tables: [
    'communications_emails_words',
    'mail_batches',
    'mail_dkim_keys',
    'mail_facts',
    'mail_mailbox_leases',
    'mail_outbox',
    'mail_recipients',
    'mail_uncounted',
  ],
});
