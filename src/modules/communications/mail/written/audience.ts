import type { TransactionContext } from '#core/context.ts';
import type { MailSender } from './account-sender.ts';

interface Viewers {
  readonly visibility: 'private' | 'linked' | 'everyone';
  readonly viewerIds: string[];
  readonly viewerTeamIds: string[];
}

/** Returns the viewers of a mail sent from a mailbox: its owner and teams, the author, and others if the mailbox shares its mails. */
export function viewersOf(
  { caller }: TransactionContext,
  { sharing, ownerId, teamIds, viewerIds = [] }: MailSender,
  contactId: string | null,
): Viewers {
  const ids = [ownerId, caller.userId, ...viewerIds].filter((id) => id !== null);
  const shared = sharing ?? 'contacts';
  const linked = shared === 'contacts' && contactId !== null;
  return {
    visibility: shared === 'everything' ? 'everyone' : linked ? 'linked' : 'private',
    viewerIds: [...new Set(ids)],
    viewerTeamIds: [...teamIds],
  };
}
