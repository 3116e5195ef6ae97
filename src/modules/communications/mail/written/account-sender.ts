import { type Context, queryable } from '#core/context.ts';
import type { Conversation } from '../../conversations/contract.ts';
import { readMailboxAddress } from '../outbox/sql/mailbox-address.ts';
import type { OwnMailbox } from './sql/own-mailboxes.ts';

/** The sender of a mail: a mailbox, or a mail server of the account, which adds its sender when the mail is sent. */
export interface MailSender extends Omit<OwnMailbox, 'id' | 'email'> {
  readonly id: string | null;
  readonly email: string | null;
  /** The address for replies, when it differs from the sender. */
  readonly replyTo?: string | null;
  /** Users who see the mail, besides its author and the owner of the mailbox. */
  readonly viewerIds?: readonly string[];
}

const sharingOf = { everyone: 'everything', linked: 'contacts', private: 'nothing' } as const;

/**
 * Returns the mail servers of the account as sender, for an agent without a mailbox. The viewers of the mail are those
 * of the conversation. Replies go to the mailbox of the conversation, if it has one, and so return to the same
 * conversation.
 */
export async function accountSender(context: Context, conversation: Conversation): Promise<MailSender> {
  const { connectionId, visibility, viewerIds, viewerTeamIds } = conversation;
  const { tenantId, userId } = context.caller;
  const address =
    connectionId === null ? undefined : await readMailboxAddress(queryable(context), tenantId, connectionId);
  return {
    id: null,
    email: null,
    name: null,
    signature: null,
    sharing: sharingOf[visibility ?? 'everyone'],
    ownerId: userId,
    teamIds: viewerTeamIds ?? [],
    viewerIds: viewerIds ?? [],
    replyTo: address ?? null,
  };
}
