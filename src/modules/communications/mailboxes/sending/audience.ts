import type { TransactionContext } from '#core/context.ts';
import type { OwnMailbox } from './sql/own-mailboxes.ts';

interface Viewers {
  readonly visibility: 'private' | 'linked' | 'everyone';
  readonly viewerIds: string[];
  readonly viewerTeamIds: string[];
}

/** Who sees a mail that is sent from a mailbox: its owner and teams, its author, and others as the mailbox shares its mails. */
export function viewersOf(
  { caller }: TransactionContext,
  { sharing, ownerId, teamIds }: OwnMailbox,
  contactId: string | null,
): Viewers {
  const ids = [ownerId, caller.userId].filter((id) => id !== null);
  const shared = sharing ?? 'contacts';
  const linked = shared === 'contacts' && contactId !== null;
  return {
    visibility: shared === 'everything' ? 'everyone' : linked ? 'linked' : 'private',
    viewerIds: [...new Set(ids)],
    viewerTeamIds: [...teamIds],
  };
}
