import type { TransactionContext } from '#core/context.ts';
import { lockConnections, requestChanges, usableConnections } from '../mailboxes/contract.ts';
import { emails } from '../model-names.ts';
import { findCopies } from './sql/find-copies.ts';
import { findReceived } from './sql/find-received.ts';

/**
 * Moves the received mails of a conversation at their servers, only in mailboxes that the caller may use: a mail that a colleague shares
 * stays in the colleague's inbox.
 */
export async function moveMails(
  within: TransactionContext,
  conversationId: string,
  kind: 'archive' | 'trash',
): Promise<void> {
  const { tx, caller } = within;
  if (caller.userId === null) return;
  const received = await findReceived(within, caller.access.grant(emails(within), 'read'), conversationId);
  const usable = await usableConnections(tx, caller.tenantId, caller.userId);
  const connected = await lockConnections(tx, caller.tenantId, usable);
  const ids = received.map(({ id }) => id);
  const copies = await findCopies(tx, caller.tenantId, ids, [...connected.keys()]);
  await requestChanges(
    tx,
    caller.tenantId,
    copies.map((copy) => ({ ...copy, kind })),
  );
}
