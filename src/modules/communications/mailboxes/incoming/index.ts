/** The exports that mailbox synchronisation, the inbox and mailbox settings use. */

export type { MailTexts } from './html/show-mail.ts';
export { mailThread } from './mail-thread-of.ts';
export type { FetchedMessage, Mailbox, PreparedMessage, StoredMessage } from './message.ts';
export { prepareMessage } from './prepare-message.ts';
export { applySharing } from './privacy/apply-sharing.ts';
export { MailNotRead, MailThread } from './reading/mail-thread.ts';
export { type MailReading, type RawMail, readHeaders, readMail } from './reading/read-mail.ts';
export { storeMessages } from './store-messages.ts';
