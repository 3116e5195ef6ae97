import { defineModule } from '#core/modules/module.ts';
import { cancelBulkEmail } from './actions/cancel-bulk-email.ts';
import { cancelScheduledEmail } from './actions/cancel-scheduled-email.ts';
import { checkCampaignEmail } from './actions/check-campaign-email.ts';
import { assignConversation } from './actions/conversations/assign-conversation.ts';
import { closeConversation } from './actions/conversations/close-conversation.ts';
import { getCannedReply } from './actions/conversations/get-canned-reply.ts';
import { getInbox } from './actions/conversations/get-inbox.ts';
import { getPresence } from './actions/conversations/get-presence.ts';
import { listMessages } from './actions/conversations/list-messages.ts';
import { markConversationRead } from './actions/conversations/mark-conversation-read.ts';
import { markConversationSpam } from './actions/conversations/mark-conversation-spam.ts';
import { mergeConversation } from './actions/conversations/merge-conversation.ts';
import { moveConversation } from './actions/conversations/move-conversation.ts';
import { reopenConversation } from './actions/conversations/reopen-conversation.ts';
import { replyToConversation } from './actions/conversations/reply-to-conversation.ts';
import { setPresence } from './actions/conversations/set-presence.ts';
import { snoozeConversation } from './actions/conversations/snooze-conversation.ts';
import { getBulkEmail } from './actions/get-bulk-email.ts';
import { getEmailAnalytics } from './actions/get-email-analytics.ts';
import { getTransportDns } from './actions/get-transport-dns.ts';
import { listStarters } from './actions/list-starters.ts';
import { importMembers } from './actions/lists/import-members.ts';
import { subscribe } from './actions/lists/subscribe.ts';
import { unsubscribe } from './actions/lists/unsubscribe.ts';
import { beginMailboxConsent } from './actions/mailboxes/begin-mailbox-consent.ts';
import { changeMailbox } from './actions/mailboxes/change-mailbox.ts';
import { connectMailbox } from './actions/mailboxes/connect-mailbox.ts';
import { disconnectMailbox } from './actions/mailboxes/disconnect-mailbox.ts';
import { finishMailboxConsent } from './actions/mailboxes/finish-mailbox-consent.ts';
import { listMailboxFolders } from './actions/mailboxes/list-mailbox-folders.ts';
import { listMailboxes } from './actions/mailboxes/list-mailboxes.ts';
import { reconnectMailbox } from './actions/mailboxes/reconnect-mailbox.ts';
import { sendMailboxMail } from './actions/mailboxes/send-mailbox-mail.ts';
import { syncMailbox } from './actions/mailboxes/sync-mailbox.ts';
import { undoMailboxSend } from './actions/mailboxes/undo-mailbox-send.ts';
import { pauseBulkEmail } from './actions/pause-bulk-email.ts';
import { previewStarter } from './actions/preview-starter.ts';
import { previewTemplate } from './actions/preview-template.ts';
import { receiveEmailEvents } from './actions/receive-email-events.ts';
import { rescheduleEmail } from './actions/reschedule-email.ts';
import { resumeBulkEmail } from './actions/resume-bulk-email.ts';
import { retryFailedEmails } from './actions/retry-failed-emails.ts';
import { scheduleEmail } from './actions/schedule-email.ts';
import { sendBulkEmail } from './actions/send-bulk-email.ts';
import { sendCampaignEmail } from './actions/send-campaign-email.ts';
import { sendEmail } from './actions/send-email.ts';
import { sendMarketingEmail } from './actions/send-marketing-email.ts';
import { testTemplate } from './actions/test-template.ts';
import { testTransport } from './actions/test-transport.ts';
import { uploadFiles } from './actions/upload-files.ts';
import { conversationSettings } from './conversations/first-reply.ts';
import { factCounter } from './facts/fact-counter.ts';
import { announceComment } from './jobs/announce-comment.ts';
import { applySharingJob } from './jobs/apply-sharing.ts';
import { cancelMails } from './jobs/cancel-mails.ts';
import { linkContacts } from './jobs/link-contacts.ts';
import { recountList } from './jobs/recount-list.ts';
import { syncMailboxJob } from './jobs/sync-mailbox.ts';
import { wakeConversation } from './jobs/wake-conversation.ts';
import { MailEngine } from './mail-engine.ts';
import { mailServices } from './mail-services.ts';
import { tokenCache } from './mailboxes/connections/access-tokens.ts';
import { mailThread } from './mailboxes/incoming/mail-thread-of.ts';
import { mailboxGuards } from './mailboxes/servers/guard.ts';
import { mailboxEngine } from './mailboxes/sync/mailbox-engine.ts';
import { syncEvents } from './mailboxes/sync/report-run.ts';
import { mailMeasures } from './measures.ts';
import { campaigns } from './models/campaigns.ts';
import { comments } from './models/comments.ts';
import { conversations } from './models/conversations.ts';
import { emailListMembers } from './models/emailListMembers.ts';
import { emailLists } from './models/emailLists.ts';
import { emailSnapshotContacts } from './models/emailSnapshotContacts.ts';
import { emailSnapshots } from './models/emailSnapshots.ts';
import { emailSuppressions } from './models/emailSuppressions.ts';
import { emails } from './models/emails.ts';
import { emailTemplates } from './models/emailTemplates.ts';
import { emailTransports } from './models/emailTransports.ts';
import { mailboxConnections } from './models/mailboxConnections.ts';
import { referrals } from './models/referrals.ts';
import { mailPages } from './pages/mail-pages.ts';
import { factBuffer } from './tracking/fact-buffer.ts';
import { linkSigner } from './tracking/link-signer-of.ts';

export const communications = defineModule({
  key: 'communications',
  label: 'Communications',
  models: [
    campaigns,
    conversations,
    comments,
    emails,
    emailLists,
    emailListMembers,
    emailSuppressions,
    emailTransports,
    emailSnapshots,
    emailSnapshotContacts,
    emailTemplates,
    mailboxConnections,
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
    beginMailboxConsent,
    changeMailbox,
    connectMailbox,
    disconnectMailbox,
    finishMailboxConsent,
    listMailboxFolders,
    listMailboxes,
    reconnectMailbox,
    syncMailbox,
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
    assignConversation,
    closeConversation,
    getCannedReply,
    getInbox,
    getPresence,
    listMessages,
    markConversationRead,
    markConversationSpam,
    mergeConversation,
    moveConversation,
    reopenConversation,
    replyToConversation,
    setPresence,
    snoozeConversation,
    sendMailboxMail,
    undoMailboxSend,
  ],
  jobs: [announceComment, applySharingJob, cancelMails, linkContacts, recountList, syncMailboxJob, wakeConversation],
  pages: mailPages((services, tenantId, emailId) =>
    services.of(mailServices).preparer.renderForBrowser(tenantId, emailId),
  ),
  services: [mailServices, linkSigner, factCounter, factBuffer, mailboxEngine, mailThread, mailboxGuards, tokenCache],
  background: (services) => new MailEngine(services),
  measures: mailMeasures,
  settingRules: conversationSettings,
  tables: [
    'communications_emails_shown',
    'communications_emails_words',
    'conversation_presence',
    'mail_batches',
    'mail_dkim_keys',
    'mail_facts',
    'mail_mailbox_leases',
    'mail_outbox',
    'mail_recipients',
    'mail_transport_use',
    'mail_uncounted',
    'mailbox_changes',
    'mailbox_copies',
    'mailbox_folders',
    'mailbox_leases',
    'mailbox_locations',
    'mailbox_messages',
    'mailbox_nodes',
    'mailbox_subjects',
    'mailbox_threads',
    'mailbox_unlinked',
  ],
  otherEvents: [syncEvents],
  sealedColumns: [{ table: 'mail_dkim_keys', column: 'private_key' }],
});
