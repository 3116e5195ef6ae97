import type { TransactionContext } from '#core/context.ts';
import type { JsonValue } from '#core/fields/field.ts';
import { insertMany } from '#core/operations/insert-many.ts';
import { updateMany } from '#core/operations/update-many.ts';
import { newId } from '#lib/ids.ts';
import {
  conversationPrivacy,
  countMessages,
  forgetReaders,
  refreshConversations,
  refreshMails,
  shareComments,
} from '../../conversations/contract.ts';
import type { Mailbox, NewMessage, PreparedMessage, StoredMessage } from '../../messages/reading/message.ts';
import { saveShownMails } from '../../messages/sql/shown-mails.ts';
import { conversations, emails } from '../../model-names.ts';
import { findLinks, type Links } from '../links/find-links.ts';
import { addCopies } from '../sql/copies.ts';
import { conversationsOf } from '../sql/subjects.ts';
import { setThreadKeys } from '../sql/thread-keys.ts';
import { addUnlinked } from '../sql/unlinked.ts';
import { findThreads, type Thread } from '../threads/find-threads.ts';
import { isComplete, writeConversations } from '../threads/write-conversations.ts';
import { applyCalendarReplies } from './apply-calendar-replies.ts';
import { confirmSent } from './confirm-sent.ts';
import { emailValues } from './email-values.ts';
import { claimKnown } from './known-messages.ts';
import { applyBounces, recordReplies } from './record-replies.ts';
import { discardUnused, writeAttachments } from './write-attachments.ts';

/**
 * Writes messages as records, in the transaction of the caller, which is the platform. Returns the result of each, in order. A known
 * message only gets further viewers.
 */
export async function storeMessages(
  context: TransactionContext,
  mailbox: Mailbox,
  messages: readonly PreparedMessage[],
): Promise<readonly StoredMessage[]> {
  const wanted = messages.filter(({ blocked }) => !blocked).map((message) => ({ emailId: newId(), message }));
  const { created, known } = await claimKnown(context.tx, mailbox, wanted);
  discardUnused(context, messages);
  await confirmSent(context, mailbox, known);
  await addHolder(
    context,
    mailbox,
    [...known.values()].flatMap(({ emailId }) => emailId ?? []),
  );
  if (created.length > 0) await storeNew(context, mailbox, created);
  const createdIds = new Map(created.map(({ message, emailId }) => [message, emailId]));
  return messages.map((message): StoredMessage => {
    if (message.blocked) return { emailId: null, outcome: 'left out' };
    const emailId = createdIds.get(message);
    return emailId === undefined
      ? { emailId: known.get(message)?.emailId ?? null, outcome: 'known' }
      : { emailId, outcome: 'created' };
  });
}

/** Adds a mailbox to the holders of mails that are stored already. */
async function addHolder(context: TransactionContext, mailbox: Mailbox, emailIds: readonly string[]): Promise<void> {
  const added = await addCopies(context.tx, mailbox, emailIds);
  if (added.length === 0) return;
  await refreshMails(context, added);
  const ids = await conversationsOf(context.tx, mailbox.tenantId, added);
  await refreshConversations(context, [...new Set(ids.values())]);
}

async function storeNew(context: TransactionContext, mailbox: Mailbox, created: readonly NewMessage[]): Promise<void> {
  const { tx } = context;
  const { tenantId } = mailbox;
  const threads = await findThreads(tx, mailbox, created);
  const links = await findLinks(context, mailbox, created);
  const linksOf = (emailId: string) => links.get(emailId) as Links;
  const changes = await writeConversations(context, mailbox, threads, linksOf);
  await setThreadKeys(
    tx,
    tenantId,
    threads.flatMap(({ keys, conversationId }) => keys.map((key) => ({ key, conversationId }))),
  );
  await writeMails(context, mailbox, threads, linksOf);
  await addCopies(
    tx,
    mailbox,
    created.map(({ emailId }) => emailId),
  );
  await addUnlinked(
    tx,
    tenantId,
    created.flatMap(({ emailId }) => linksOf(emailId).unknown.map((address) => ({ address, emailId }))),
  );
  await finishConversations(context, threads, changes);
  await recordReplies(context, created);
  await applyBounces(context, created);
  await applyCalendarReplies(context, created);
}

async function writeMails(
  context: TransactionContext,
  mailbox: Mailbox,
  threads: readonly Thread[],
  linksOf: (emailId: string) => Links,
): Promise<void> {
  const rows: { id: string; values: ReturnType<typeof emailValues> }[] = [];
  for (const { conversationId, messages } of threads) {
    for (const { emailId, message } of messages) {
      const links = linksOf(emailId);
      const { attachments, notes } = await writeAttachments(context, mailbox, message, links);
      const around = { conversationId, links, attachments, notes: [...message.notes, ...notes] };
      rows.push({ id: emailId, values: emailValues(mailbox, message, around) });
    }
  }
  await insertMany(context, emails(context), rows, { withoutHooks: true });
  const made = threads.flatMap(({ messages }) =>
    messages.flatMap(({ emailId: id, message: { shown } }) => (shown ? [{ id, shown }] : [])),
  );
  await saveShownMails(context.tx, mailbox.tenantId, made);
  const adopted = threads.flatMap(({ conversationId, adoptedIds }) =>
    adoptedIds.map((id) => ({ id, values: { conversationId } })),
  );
  await updateMany(context, emails(context), adopted, { withoutHooks: true });
}

/**
 * Writes changes of messages, viewers and counts as one update. Conversations that were inserted complete need none.
 */
async function finishConversations(
  context: TransactionContext,
  threads: readonly Thread[],
  changes: ReadonlyMap<string, Record<string, JsonValue>>,
): Promise<void> {
  const unfinished = threads.filter((thread) => !isComplete(thread));
  if (unfinished.length === 0) return;
  const { tx, caller } = context;
  const ids = unfinished.map(({ conversationId }) => conversationId);
  const contactIds = new Map(
    Array.from(changes).flatMap(([id, { contactId }]) =>
      typeof contactId === 'string' ? [[id, contactId] as const] : [],
    ),
  );
  const privacy = await conversationPrivacy(context, ids, { contactIds });
  const counted = await countMessages(tx, caller.tenantId, [
    ...ids,
    ...unfinished.flatMap(({ mergedIds }) => mergedIds),
  ]);
  await forgetReaders(tx, caller.tenantId, counted);
  const rows = counted.map(({ id, ...counts }) => ({
    id,
    values: { ...changes.get(id), ...privacy.get(id), ...counts },
  }));
  await updateMany(context, conversations(context), rows, { withoutHooks: true });
  await shareComments(context, ids);
}
