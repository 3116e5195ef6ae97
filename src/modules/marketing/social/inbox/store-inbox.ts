import { inTransaction, type Services, type TransactionContext } from '#core/context.ts';
import { insertMany } from '#core/operations/insert-many.ts';
import { updateMany } from '#core/operations/update-many.ts';
import { newId } from '#lib/ids.ts';
import type { OpenedSession } from '../connections/open-session.ts';
import { conversations, emails } from '../model-names.ts';
import type { InboxItem, InboxPage, Platform } from '../platforms/platform.ts';
import { holdsLease, type ReadLease, saveCursor } from '../reading/sql/leases.ts';
import { tenantContext } from '../tenant-context.ts';
import { conversationValues, emailValues } from './message-values.ts';
import { addMessages, knownMessages, type NewMessage, sleepingConversations } from './sql/known-messages.ts';
import { storable, storableItems } from './storable-item.ts';

/** Stores a page of an inbox, each message once, in the transaction that also writes where the next page begins. */
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
    if (!(await holdsLease(within.tx, lease, node))) return;
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
  const { placed, opened } = await place(within, connectionId, items);
  if (placed.length === 0) return;
  const firsts = opened.map((id) => placed.find((one) => one.conversationId === id) as Placed);
  await insertMany(
    within,
    conversations(within),
    firsts.map(({ item, threadId, conversationId: id }) => ({
      id,
      values: conversationValues(platform, connectionId, threadId, item),
    })),
    { withoutHooks: true },
  );
  await insertMany(
    within,
    emails(within),
    placed.map(({ item, conversationId, emailId: id }) => ({
      id,
      values: emailValues(platform, connectionId, conversationId, item),
    })),
    { withoutHooks: true },
  );
  await addMessages(within.tx, within.caller.tenantId, connectionId, placed.map(messageOf));
  await announce(within, placed);
}

const messageOf = ({ item, threadId, conversationId, emailId }: Placed): NewMessage => ({
  externalId: item.externalId,
  threadId,
  conversationId,
  emailId,
  replyTo: item.replyTo,
});

/** Finds the conversations of new items. An answer to a message that we have joins its thread. */
async function place(
  within: TransactionContext,
  connectionId: string,
  items: readonly InboxItem[],
): Promise<{ placed: Placed[]; opened: string[] }> {
  const ids = items.flatMap(({ externalId, parentId }) => [externalId, ...(parentId ? [parentId] : [])]);
  const threads = items.map(({ threadId }) => threadId);
  const known = await knownMessages(within.tx, within.caller.tenantId, connectionId, ids, threads);
  const threadOf = new Map(known.map((one) => [one.externalId, one.threadId]));
  const conversationOf = new Map(known.map((one) => [one.threadId, one.conversationId]));
  const placed: Placed[] = [];
  const opened: string[] = [];
  for (const item of items.toSorted((a, b) => a.at.getTime() - b.at.getTime())) {
    if (threadOf.has(item.externalId)) continue;
    const threadId = (item.parentId ? threadOf.get(item.parentId) : undefined) ?? item.threadId;
    let conversationId = conversationOf.get(threadId);
    if (conversationId === undefined) {
      conversationId = newId();
      conversationOf.set(threadId, conversationId);
      opened.push(conversationId);
    }
    threadOf.set(item.externalId, threadId);
    placed.push({ item, threadId, conversationId, emailId: newId() });
  }
  return { placed, opened };
}

/** Conversations with news are open, show its beginning, and have the right counts. */
async function announce(within: TransactionContext, placed: readonly Placed[]): Promise<void> {
  const previews = new Map(placed.map(({ conversationId, item }) => [conversationId, storable(item.text, 500)]));
  const ids = [...previews.keys()];
  const inbound = placed.filter(({ item }) => !item.own).map(({ conversationId }) => conversationId);
  const asleep = new Set(await sleepingConversations(within.tx, within.caller.tenantId, inbound));
  await updateMany(
    within,
    conversations(within),
    [...previews].map(([id, preview]) => ({ id, values: { preview, ...(asleep.has(id) && { status: 'open' }) } })),
    { withoutHooks: true },
  );
  await within.services.actions.run(within, 'communications.recountConversations', { ids });
}
