import { definePart } from '#core/modules/module.ts';
import { beginMailboxConsent } from './actions/begin-mailbox-consent.ts';
import { connectMailbox } from './actions/connect-mailbox.ts';
import { disconnectMailbox } from './actions/disconnect-mailbox.ts';
import { finishMailboxConsent } from './actions/finish-mailbox-consent.ts';
import { listMailboxFolders } from './actions/list-mailbox-folders.ts';
import { listMailboxes } from './actions/list-mailboxes.ts';
import { reconnectMailbox } from './actions/reconnect-mailbox.ts';
import { tokenCache } from './connections/access-tokens.ts';
import { mailboxConnections } from './models/mailboxConnections.ts';
import { mailboxGuards } from './servers/guard.ts';

/** Mailboxes of users: logins and consent, their mail servers, and requests for changes there. */
export const mailboxPart = definePart({
  models: [mailboxConnections],
  actions: [
    beginMailboxConsent,
    connectMailbox,
    disconnectMailbox,
    finishMailboxConsent,
    listMailboxFolders,
    listMailboxes,
    reconnectMailbox,
  ],
  services: [mailboxGuards, tokenCache],
  tables: ['mailbox_changes'],
});
