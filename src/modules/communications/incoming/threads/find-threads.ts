import type { Transaction } from '#db/database.ts';
import { newId } from '#lib/ids.ts';
import { idOfMessageId } from '../../messages/mail-id.ts';
import type { Mailbox, NewMessage } from '../../messages/reading/message.ts';
import { findOwnMails } from '../sql/own-mails.ts';
import { addSubjects, conversationsOf, findAnswered } from '../sql/subjects.ts';
import { currentConversations, lockThreadKeys } from '../sql/thread-keys.ts';
import { Components } from './components.ts';
import { idKey, providerKey, subjectKey, threadIds } from './thread-keys.ts';

/** The new messages of one conversation. */
export interface Thread {
  readonly conversationId: string;
  readonly isNew: boolean;
  /** Conversations that the messages connect with it. */
  readonly mergedIds: readonly string[];
  readonly messages: readonly NewMessage[];
  /** Mails of the platform that the messages answer, and that have no conversation yet. */
  readonly adoptedIds: readonly string[];
  readonly keys: readonly string[];
}

/** Prefixes for the items of the components: messages, keys and conversations. */
const ofEmail = (id: string) => `email ${id}`;
const ofKey = (key: string) => `key ${key}`;
const ofConversation = (id: string) => `conversation ${id}`;

/**
 * Finds the conversations of new messages. Messages that share an id, their own or one that they refer to, form one
 * conversation, in whatever order they arrive. Then the provider's threads are joined, and each reply without
 * references is joined with the mail that it answers. The keys stay locked until the transaction ends, so that two
 * nodes cannot create two conversations for one thread.
 */
export async function findThreads(
  tx: Transaction,
  mailbox: Mailbox,
  messages: readonly NewMessage[],
): Promise<Thread[]> {
  const components = new Components();
  const keys = joinKeys(components, mailbox, messages);
  const subjects = messages.flatMap(({ emailId, message }) => {
    const key = subjectKey(message);
    return key ? [{ ...key, emailId, sentAt: message.sentAt }] : [];
  });
  const subjectKeys = [...new Set(subjects.map(({ subject }) => subject))];
  const conversationIds = new Set<string>();
  const found = (item: string, conversationId: string) => {
    conversationIds.add(conversationId);
    components.join(item, ofConversation(conversationId));
  };
  const locked = await lockThreadKeys(tx, mailbox.tenantId, [...new Set([...keys, ...subjectKeys])]);
  for (const { key, conversationId } of locked) if (conversationId !== null) found(ofKey(key), conversationId);
  const adopted = await joinOwnMails(tx, mailbox, messages, found);
  await addSubjects(tx, mailbox.tenantId, subjects);
  await joinAnswered(tx, mailbox, components, { subjectKeys, emailIds: messages.map(({ emailId }) => emailId) }, found);
  return threadsOf(components, messages, { keys, conversationIds: [...conversationIds], adopted });
}

function joinKeys(components: Components, mailbox: Mailbox, messages: readonly NewMessage[]): string[] {
  const all = new Set<string>();
  for (const { emailId, message } of messages) {
    const keys = threadIds(message).map(idKey);
    if (message.threadId !== undefined) keys.push(providerKey(mailbox, message.threadId));
    for (const key of keys) {
      all.add(key);
      components.join(ofEmail(emailId), ofKey(key));
    }
  }
  return [...all];
}

type Found = (item: string, conversationId: string) => void;

/**
 * Joins mails that the platform sent, which have no keys. Returns those without a conversation, with the key that led
 * to them.
 */
async function joinOwnMails(
  tx: Transaction,
  { tenantId }: Mailbox,
  messages: readonly NewMessage[],
  found: Found,
): Promise<{ id: string; item: string }[]> {
  const ids = [...new Set(messages.flatMap(({ message }) => message.references))];
  if (ids.length === 0) return [];
  const keyOfMail = new Map(ids.flatMap((id) => [[id, ofKey(idKey(id))] as const, ...mailIdEntry(id)]));
  const mails = await findOwnMails(
    tx,
    tenantId,
    ids,
    ids.flatMap((id) => idOfMessageId(id) ?? []),
  );
  const current = await currentConversations(
    tx,
    tenantId,
    mails.flatMap(({ conversationId }) => conversationId ?? []),
  );
  const adopted: { id: string; item: string }[] = [];
  for (const { id, messageId, conversationId } of mails) {
    const item = keyOfMail.get(messageId ?? '') ?? keyOfMail.get(id);
    if (item === undefined) continue;
    const conversation = conversationId === null ? undefined : current.get(conversationId);
    if (conversation === undefined) adopted.push({ id, item });
    else found(item, conversation);
  }
  return adopted;
}

const mailIdEntry = (messageId: string): (readonly [string, string])[] => {
  const id = idOfMessageId(messageId);
  return id === undefined ? [] : [[id, ofKey(idKey(messageId))]];
};

async function joinAnswered(
  tx: Transaction,
  { tenantId }: Mailbox,
  components: Components,
  { subjectKeys, emailIds }: { subjectKeys: readonly string[]; emailIds: readonly string[] },
  found: Found,
): Promise<void> {
  if (subjectKeys.length === 0) return;
  const pairs = await findAnswered(tx, tenantId, subjectKeys, emailIds);
  const isNew = new Set(emailIds);
  const others = pairs.flatMap(({ replyId, answeredId }) => [replyId, answeredId]).filter((id) => !isNew.has(id));
  const conversations = await conversationsOf(tx, tenantId, others);
  for (const { replyId, answeredId } of pairs) {
    const [item, other] = isNew.has(replyId) ? [ofEmail(replyId), answeredId] : [ofEmail(answeredId), replyId];
    if (isNew.has(other)) components.join(item, ofEmail(other));
    else {
      const conversation = conversations.get(other);
      if (conversation !== undefined) found(item, conversation);
    }
  }
}

interface Gathered {
  readonly keys: readonly string[];
  readonly conversationIds: readonly string[];
  readonly adopted: readonly { readonly id: string; readonly item: string }[];
}

/** Keeps the oldest of several conversations. */
function threadsOf(components: Components, messages: readonly NewMessage[], gathered: Gathered): Thread[] {
  const grouped = <T>(items: readonly T[], nameOf: (item: T) => string) =>
    Map.groupBy(items, (item) => components.find(nameOf(item)));
  const conversations = grouped([...gathered.conversationIds].sort(), ofConversation);
  const keys = grouped(gathered.keys, ofKey);
  const adopted = grouped(gathered.adopted, ({ item }) => item);
  return Array.from(
    grouped(messages, ({ emailId }) => ofEmail(emailId)),
    ([component, ofThread]) => {
      const [oldest, ...mergedIds] = conversations.get(component) ?? [];
      return {
        conversationId: oldest ?? newId(),
        isNew: oldest === undefined,
        mergedIds,
        messages: ofThread,
        adoptedIds: [...new Set((adopted.get(component) ?? []).map(({ id }) => id))],
        keys: keys.get(component) ?? [],
      };
    },
  );
}
