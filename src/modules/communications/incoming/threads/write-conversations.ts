import type { TransactionContext } from '#core/context.ts';
import type { JsonValue } from '#core/fields/field.ts';
import { insertMany } from '#core/operations/insert-many.ts';
import {
  firstReplyTime,
  type LockedConversation,
  lockConversations,
  moveInto,
  openState,
} from '../../conversations/contract.ts';
import type { Mailbox, NewMessage, PreparedMessage } from '../../messages/reading/message.ts';
import { conversations } from '../../model-names.ts';
import type { Links } from '../links/find-links.ts';
import type { Thread } from './find-threads.ts';
import { firstState } from './first-state.ts';

type Values = Record<string, JsonValue>;
type LinkValues = Partial<Record<(typeof linkKeys)[number], string>>;
export type LinksOf = (emailId: string) => Links;

const maxParticipants = 100;
const linkKeys = ['contactId', 'leadId', 'accountId', 'opportunityId'] as const;

/**
 * Creates the conversations of new messages, merges those that a message connects, and returns the changes of existing
 * ones. The caller writes these changes together with the viewers. All conversations stay locked.
 */
export async function writeConversations(
  context: TransactionContext,
  mailbox: Mailbox,
  threads: readonly Thread[],
  linksOf: LinksOf,
): Promise<Map<string, Values>> {
  const dueAfter = await firstReplyTime(context);
  const rows = threads
    .filter(({ isNew }) => isNew)
    .map((thread) => ({ id: thread.conversationId, values: newConversation(mailbox, thread, linksOf, dueAfter) }));
  await insertMany(context, conversations(context), rows, { withoutHooks: true });
  const known = threads.filter(({ isNew }) => !isNew);
  const ids = known.flatMap(({ conversationId, mergedIds }) => [conversationId, ...mergedIds]);
  const locked = new Map(
    (await lockConversations(context.tx, mailbox.tenantId, ids)).map((conversation) => [conversation.id, conversation]),
  );
  const changes = new Map<string, Values>();
  for (const thread of known) {
    await moveInto(context, thread.conversationId, thread.mergedIds);
    const all = [thread.conversationId, ...thread.mergedIds].flatMap((id) => locked.get(id) ?? []);
    const [target, ...merged] = all;
    if (target) changes.set(target.id, changesOf(target, merged, thread, linksOf));
  }
  return changes;
}

const byTime = (messages: readonly NewMessage[]): NewMessage[] =>
  [...messages].sort((a, b) => a.message.sentAt.getTime() - b.message.sentAt.getTime());

/**
 * True when a new conversation is complete with the values of its insert. Adopted mails are only in the database, so
 * their counts have to be read there.
 */
export const isComplete = ({ isNew, adoptedIds }: Thread): boolean => isNew && adoptedIds.length === 0;

/** A conversation of only sent mail needs no reply, so it starts closed and opens with the first answer. */
function newConversation(mailbox: Mailbox, { messages }: Thread, linksOf: LinksOf, dueAfterMs: number | null): Values {
  const sorted = byTime(messages);
  const last = sorted.at(-1)?.message as PreparedMessage;
  const isOpen = sorted.some(({ message }) => message.direction === 'inbound');
  const asked = sorted.find(({ message }) => message.direction === 'inbound' && message.category === 'personal');
  const firstReplyDueAt =
    asked && dueAfterMs !== null ? new Date(asked.message.receivedAt.getTime() + dueAfterMs).toISOString() : null;
  const links = linksIn(sorted, linksOf, {});
  const inOrderOfIds = [...messages]
    .sort((a, b) => (a.emailId < b.emailId ? -1 : 1))
    .map((one) => ({ ...one, contactId: linksOf(one.emailId).contactId }));
  return {
    firstReplyDueAt,
    channel: 'email',
    status: isOpen ? 'open' : 'closed',
    closedAt: isOpen ? null : last.sentAt.toISOString(),
    participants: participantsOf([], sorted),
    connectionId: mailbox.connectionId,
    ownerId: mailbox.ownerId,
    ...firstState(mailbox, links.contactId ?? null, inOrderOfIds),
    ...links,
  };
}

function changesOf(
  target: LockedConversation,
  merged: readonly LockedConversation[],
  { messages }: Thread,
  linksOf: LinksOf,
): Values {
  const sorted = byTime(messages);
  const changes: Values = {
    participants: participantsOf(
      [target, ...merged].flatMap(({ participants }) => participants),
      sorted,
    ),
    ...linksIn(sorted, linksOf, target),
  };
  for (const key of ['assignedUserId', 'assignedTeamId', ...linkKeys] as const) {
    const taken = target[key] ?? changes[key] ?? merged.find((one) => one[key] !== null)?.[key];
    if (taken) changes[key] = taken;
  }
  const isOpen = merged.some(({ status }) => status === 'open');
  if (reopens(target, sorted) || (isOpen && target.status === 'closed')) return { ...changes, ...openState };
  return changes;
}

/**
 * A personal reply opens a closed or snoozed conversation, unless the reply is older: the backfill stores old messages later than new
 * ones.
 */
function reopens({ status, closedAt, lastMessageAt }: LockedConversation, messages: readonly NewMessage[]): boolean {
  if (status !== 'closed' && status !== 'snoozed') return false;
  const after = Math.max(lastMessageAt?.getTime() ?? 0, (status === 'closed' && closedAt?.getTime()) || 0);
  return messages.some(
    ({ message }) =>
      message.direction === 'inbound' && message.category === 'personal' && message.receivedAt.getTime() > after,
  );
}

/** Takes each kind of link from the first message that has it. Existing links of the conversation stay. */
function linksIn(messages: readonly NewMessage[], linksOf: LinksOf, present: Partial<LockedConversation>): LinkValues {
  const values: LinkValues = {};
  for (const key of linkKeys) {
    if (present[key]) continue;
    const found = messages.map(({ emailId }) => linksOf(emailId)[key]).find((id) => id !== null);
    if (found) values[key] = found;
  }
  return values;
}

function participantsOf(present: readonly string[], messages: readonly NewMessage[]): string[] {
  const all = new Set(present);
  for (const { message } of messages) {
    const { from, to, cc } = message;
    for (const { address } of [...(from ? [from] : []), ...to, ...cc]) {
      if (all.size >= maxParticipants) return [...all];
      all.add(address.toLowerCase());
    }
  }
  return [...all];
}
