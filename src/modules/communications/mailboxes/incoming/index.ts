/** What the synchronisation of mailboxes, the inbox and the settings of mailboxes use of this folder. */

export { foldQuoted, foldQuotedHtml } from './html/fold-quoted.ts';
export { sanitizeMailHtml } from './html/sanitize-mail-html.ts';
export type { FetchedMessage, Mailbox, PreparedMessage, StoredMessage } from './message.ts';
export { prepareMessage } from './prepare-message.ts';
export { applySharing } from './privacy/apply-sharing.ts';
export { MailNotRead, MailThread } from './reading/mail-thread.ts';
export { type MailReading, type RawMail, readHeaders, readMail } from './reading/read-mail.ts';
export { storeMessages } from './store-messages.ts';
