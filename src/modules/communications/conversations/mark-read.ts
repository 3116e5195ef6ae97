import type { TransactionContext } from '#core/context.ts';
import { updateMany } from '#core/operations/update-many.ts';
import { lockConnections, usableConnections } from '../mailboxes/contract.ts';
import { emails } from '../model-names.ts';
import { queueReadState } from './queue-read-state.ts';
import { recountConversations } from './recount.ts';
import { findCopies } from './sql/find-copies.ts';
import { findReceived } from './sql/find-received.ts';
import { setOwnerMarks, setOwnMark } from './sql/own-marks.ts';

export interface ReadMark {
  readonly read: boolean;
  /** True when the conversation was only opened: nobody said that it is done. */
  readonly opened: boolean;
}

/**
 * Marks the received mails of a conversation. Only the last mail becomes unread again, as in mail programs. Users of the mailbox change
 * the flag of a mail, and so do assignees when they ask for it. For other users only the conversation is marked: a colleague who may only
 * look must not hide a mail from the user of the mailbox.
 */
export async function markRead(within: TransactionContext, conversationId: string, mark: ReadMark): Promise<void> {
  const { tx, caller } = within;
  await markMails(within, conversationId, mark);
  await setOwnerMarks(tx, caller.tenantId, [conversationId]);
  if (caller.userId !== null) await setOwnMark(tx, caller.tenantId, conversationId, caller.userId, mark.read);
}

async function markMails(within: TransactionContext, conversationId: string, { read, opened }: ReadMark) {
  const { tx, caller } = within;
  const model = emails(within);
  const found = await findReceived(within, caller.access.grant(model, 'read'), conversationId);
  const connected = await lockConnections(tx, caller.tenantId, [
    ...new Set(found.flatMap((mail) => mail.connectionId ?? [])),
  ]);
  const usable = caller.userId === null ? [] : await usableConnections(tx, caller.tenantId, caller.userId);
  const ids = (read ? found : found.slice(0, 1)).map(({ id }) => id);
  const copies = await findCopies(tx, caller.tenantId, ids, usable);
  const own = new Set(copies.map(({ emailId }) => emailId));
  const changed = found.filter(({ id, connectionId, isViewer, read: before }) => {
    if (before === read || !ids.includes(id)) return false;
    if (connectionId === null || !connected.has(connectionId) || usable.includes(connectionId)) return true;
    return isViewer && !opened && !own.has(id);
  });
  await updateMany(
    within,
    model,
    changed.map(({ id }) => ({ id, values: { read } })),
    { withoutHooks: true },
  );
  const places = changed.flatMap(({ id, connectionId }) =>
    connectionId === null ? [] : [{ emailId: id, connectionId }],
  );
  await queueReadState(within, [...places, ...copies], read);
  if (changed.length > 0) await recountConversations(within, [conversationId]);
}
