import { tenantContext } from '#core/access/platform.ts';
import { inTransaction, type Services, type TransactionContext } from '#core/context.ts';
import { newId } from '#lib/ids.ts';
import { addMessages } from '../../../communications/contract.ts';
import type { OpenedSession } from '../connections/open-session.ts';
import type { InboxItem, InboxPage, Platform } from '../platforms/platform.ts';
import { accountTable, type ReadLease, saveCursor } from '../reading/sql/leases.ts';
import { conversationOf, messageOf } from './message-values.ts';
import { knownMessages, type NewMessage, noteMessages } from './sql/known-messages.ts';
import { storableItems } from './storable-item.ts';

/** Stores a page of an inbox, each message once, and the cursor of the next page, in one transaction. */
export async function storeInbox(
  services: Services,
  node: string,
  lease: ReadLease,
  { platform }: OpenedSession,
  { items, cursor }: InboxPage,
): Promise<void> {
  if (items.length === 0 && cursor === lease.cursor) return;
  const context = await tenantContext(services, lease);
  await inTransaction(context, async (within) => {
    // Another node reads the account now, or the account was removed.
    if (!(await accountTable.of(within.tx, lease.tenantId, node).lock(lease.connectionId))) return;
    await storeItems(within, lease.connectionId, platform, storableItems(items));
    await saveCursor(within.tx, lease, cursor);
  });
}

interface Placed {
  readonly item: InboxItem;
  readonly threadId: string;
  readonly conversationId: string;
  readonly emailId: string;
}

async function storeItems(
  within: TransactionContext,
  connectionId: string,
  platform: Platform,
  items: readonly InboxItem[],
): Promise<void> {
  const { placed, opened } = await assignConversations(within, connectionId, items);
  if (placed.length === 0) return;
  const firsts = opened.map((id) => placed.find((one) => one.conversationId === id) as Placed);
  await addMessages(
    within,
    'social',
    firsts.map(({ item, threadId, conversationId }) =>
      conversationOf(platform, connectionId, threadId, conversationId, item),
    ),
    placed.map(({ item, conversationId, emailId }) => messageOf(platform, connectionId, conversationId, emailId, item)),
  );
  await noteMessages(within.tx, within.caller.tenantId, connectionId, placed.map(noteOf));
}

const noteOf = ({ item, threadId, conversationId, emailId }: Placed): NewMessage => ({
  externalId: item.externalId,
  threadId,
  conversationId,
  emailId,
  replyTo: item.replyTo,
});

/** Finds the conversations of new items. A reply to a stored message joins its thread. */
async function assignConversations(
  within: TransactionContext,
  connectionId: string,
  items: readonly InboxItem[],
): Promise<{ placed: Placed[]; opened: string[] }> {
  const ids = items.flatMap(({ externalId, parentId }) => [externalId, ...(parentId ? [parentId] : [])]);
  const threads = items.map(({ threadId }) => threadId);
  const known = await knownMessages(within.tx, within.caller.tenantId, connectionId, ids, threads);
  const threadOf = new Map(known.map((one) => [one.externalId, one.threadId]));
  const conversationIds = new Map(known.map((one) => [one.threadId, one.conversationId]));
  const placed: Placed[] = [];
  const opened: string[] = [];
  for (const item of items.toSorted((a, b) => a.at.getTime() - b.at.getTime())) {
    if (threadOf.has(item.externalId)) continue;
    const threadId = (item.parentId ? threadOf.get(item.parentId) : undefined) ?? item.threadId;
    let conversationId = conversationIds.get(threadId);
    if (conversationId === undefined) {
      conversationId = newId();
      conversationIds.set(threadId, conversationId);
      opened.push(conversationId);
    }
    threadOf.set(item.externalId, threadId);
    placed.push({ item, threadId, conversationId, emailId: newId() });
  }
  return { placed, opened };
}
