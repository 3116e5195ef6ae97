import { type Context, inTransaction } from '#core/context.ts';
import { refreshConversations, refreshMails } from '../../conversations/contract.ts';
import type { Mailbox } from '../../messages/reading/message.ts';
import { conversationsOf } from '../sql/subjects.ts';
import { updateCopies } from './sql/shared-copies.ts';

/** Number of mails that one transaction changes. */
const batchSize = 200;

/**
 * Applies the sharing, owner and teams of a mailbox to all its mails, after its settings were changed. It may be
 * stopped and called again: it continues with the remaining mails. `context` is that of the platform in the tenant,
 * without a transaction.
 */
export async function applySharing(context: Context, mailbox: Mailbox, signal?: AbortSignal): Promise<void> {
  while (!signal?.aborted) {
    const changed = await inTransaction(context, async (within) => {
      const { emailIds, removedTeamIds } = await updateCopies(within.tx, mailbox, batchSize);
      await refreshMails(within, emailIds, { removedTeamIds });
      const conversationIds = await conversationsOf(within.tx, mailbox.tenantId, emailIds);
      await refreshConversations(within, [...new Set(conversationIds.values())], { removedTeamIds });
      return emailIds.length;
    });
    if (changed === 0) return;
  }
}
