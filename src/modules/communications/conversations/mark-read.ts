import type { TransactionContext } from '#core/context.ts';
import { updateMany } from '#core/operations/update-many.ts';
import { usableConnections } from '../mailboxes/connections/sql/usable-connections.ts';
import { keepConnections } from '../mailboxes/sending/sql/keep-connections.ts';
import { requestChanges } from '../mailboxes/sync-requests.ts';
import { emails } from '../model-names.ts';
import { recountConversations } from './recount.ts';
import { findCopies } from './sql/find-copies.ts';
import { findReceived } from './sql/find-received.ts';

/**
 * Marks received mails. Unread again is only the last one, as mail programs do it. Mails of a mailbox are marked by its users and by those
 * whom a conversation is assigned to: a colleague who may only look must not hide them from the user of the mailbox.
 */
export async function markRead(within: TransactionContext, conversationId: string, read: boolean): Promise<void> {
  const { tx, caller } = within;
  const model = emails(within);
  const found = await findReceived(within, caller.access.grant(model, 'read'), conversationId);
  const connected = await keepConnections(tx, caller.tenantId, [
    ...new Set(found.flatMap((mail) => mail.connectionId ?? [])),
  ]);
  const usable = caller.userId === null ? [] : await usableConnections(tx, caller.tenantId, caller.userId);
  const received = found.filter(
    ({ connectionId: id, isViewer }) => isViewer || id === null || !connected.has(id) || usable.includes(id),
  );
  const changed = (read ? received : received.slice(0, 1)).filter((mail) => mail.read !== read);
  if (changed.length === 0) return;
  await updateMany(
    within,
    model,
    changed.map(({ id }) => ({ id, values: { read } })),
    { withoutHooks: true },
  );
  const ids = changed.map(({ id }) => id);
  const places = [
    ...changed.flatMap(({ id, connectionId }) =>
      connectionId !== null && connected.has(connectionId) ? [{ emailId: id, connectionId }] : [],
    ),
    ...(await findCopies(tx, caller.tenantId, ids, usable)),
  ];
  const kind = read ? ('seen' as const) : ('unseen' as const);
  const unique = new Map(places.map((place) => [`${place.connectionId} ${place.emailId}`, { ...place, kind }]));
  await requestChanges(tx, caller.tenantId, [...unique.values()]);
  await recountConversations(within, [conversationId]);
}
