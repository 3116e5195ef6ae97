/** The exports for other parts: usable connections, their logins and servers, and requests for changes there. */

export { dropToken } from './connections/access-tokens.ts';
export { connectionPath, connectionsRoute, settingsInput } from './connections/connection-input.ts';
export { connectionView, viewConnection } from './connections/connection-view.ts';
export { MailboxNotUsable, openLogins } from './connections/credentials.ts';
export { requireConnection } from './connections/find-connection.ts';
export { pauseForUser, requireReauthorization } from './connections/require-reauthorization.ts';
export { saveConnection } from './connections/save-connection.ts';
export { lockConnections } from './connections/sql/lock-connections.ts';
export { resumeMailbox } from './connections/sql/pause-mailbox.ts';
export { reopenBackfill } from './connections/sql/reopen-backfill.ts';
export { usableConnections } from './connections/sql/usable-connections.ts';
export { type ChosenFolder, chooseFolders, folderFor } from './servers/choose-folders.ts';
export { guardFor } from './servers/guard.ts';
export { consentErrorText, type ImapError, imapErrorText } from './servers/imap-error.ts';
export { smtpServerOf } from './servers/smtp-server.ts';
export { type MailboxChange, mailboxChannel, requestChanges } from './sync-requests.ts';
