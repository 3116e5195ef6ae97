import type { TransactionContext } from '#core/context.ts';
import { updateMany } from '#core/operations/update-many.ts';
import { keepConnections } from '../mailboxes/sending/sql/keep-connections.ts';
import { requestChanges } from '../mailboxes/sync-requests.ts';
import { emails } from '../model-names.ts';
import { recountConversations } from './recount.ts';
import { findReceived } from './sql/find-received.ts';

/** Marks received mails that the caller may read. Unread again is only the last one, as mail programs do it. */
export async function markRead(within: TransactionContext, conversationId: string, read: boolean): Promise<void> {
  const { tx, caller } = within;
  const model = emails(within);
  const received = await findReceived(within, caller.access.grant(model, 'read'), conversationId);
  const changed = (read ? received : received.slice(0, 1)).filter((mail) => mail.read !== read);
  if (changed.length === 0) return;
  await updateMany(
    within,
    model,
    changed.map(({ id }) => ({ id, values: { read } })),
    { withoutHooks: true },
  );
  const open = await keepConnections(tx, caller.tenantId, [
    ...new Set(changed.flatMap((mail) => mail.connectionId ?? [])),
  ]);
  await requestChanges(
    tx,
    caller.tenantId,
    changed.flatMap(({ id, connectionId }) =>
      connectionId !== null && open.has(connectionId)
        ? [{ connectionId, kind: read ? ('seen' as const) : ('unseen' as const), emailId: id }]
        : [],
    ),
  );
  await recountConversations(within, [conversationId]);
}
