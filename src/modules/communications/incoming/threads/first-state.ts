import type { JsonValue } from '#core/fields/field.ts';
import { conversationVisibility, mailVisibility, type Visibility } from '../../conversations/contract.ts';
import type { Mailbox, NewMessage, PreparedMessage } from '../../messages/reading/message.ts';

export interface FirstMessage extends NewMessage {
  readonly contactId: string | null;
}

const timeOf = ({ direction, receivedAt, sentAt }: PreparedMessage): number =>
  (direction === 'inbound' ? receivedAt : sentAt).getTime();

const isoOf = (time: number | undefined): string | null => (time === undefined ? null : new Date(time).toISOString());

const lowest = (times: readonly number[]): number | undefined =>
  times.length === 0 ? undefined : times.reduce((a, b) => Math.min(a, b));

const highest = (times: readonly number[]): number | undefined =>
  times.length === 0 ? undefined : times.reduce((a, b) => Math.max(a, b));

/**
 * Computes the counts and viewers of a new conversation before the insert, so that the first event is complete. They
 * equal the results of `countMessages` and `conversationPrivacy`.
 */
export function firstState(
  mailbox: Mailbox,
  contactId: string | null,
  messages: readonly FirstMessage[],
): Record<string, JsonValue> {
  return { ...countsOf(messages.map(({ message }) => message)), ...privacyOf(mailbox, contactId, messages) };
}

/** Messages are sorted by id, so among messages of the same time the one with the highest id is the last. */
function countsOf(messages: readonly PreparedMessage[]): Record<string, JsonValue> {
  const inbound = messages.filter(({ direction }) => direction === 'inbound');
  const sentTimes = messages
    .filter(({ direction, category }) => direction === 'outbound' && category === 'personal')
    .map(timeOf);
  const last = newest(messages, timeOf);
  const firstInbound = lowest(inbound.map(timeOf));
  const lastSent = highest(sentTimes) ?? Number.NEGATIVE_INFINITY;
  const asked = inbound.filter((message) => message.category === 'personal' && timeOf(message) > lastSent);
  return {
    messageCount: messages.length,
    unreadCount: inbound.filter(({ seen }) => !seen).length,
    lastMessageAt: isoOf(last && timeOf(last)),
    lastMessageDirection: last?.direction ?? null,
    firstRepliedAt: firstInbound === undefined ? null : isoOf(lowest(sentTimes.filter((time) => time > firstInbound))),
    waitingSince: isoOf(lowest(asked.map(timeOf))),
  };
}

function privacyOf(
  mailbox: Mailbox,
  contactId: string | null,
  messages: readonly FirstMessage[],
): Record<string, JsonValue> {
  const isLinked = (one: FirstMessage) => contactId !== null && one.contactId === contactId;
  const visibility = conversationVisibility(mailbox.sharing, messages.some(isLinked));
  const shown = messages.filter((one) =>
    showsIn(visibility, mailVisibility(mailbox.sharing, one.contactId), isLinked(one)),
  );
  return {
    visibility,
    viewerIds: mailbox.ownerId === null ? [] : [mailbox.ownerId],
    viewerTeamIds: [...new Set(mailbox.teamIds)].sort(),
    preview: newest(shown, ({ message }) => timeOf(message))?.message.preview ?? '',
    subject: oldest(shown)?.message.subject ?? null,
  };
}

/** True when everyone who sees the conversation sees the mail. */
const showsIn = (conversation: Visibility, mail: Visibility, isLinked: boolean): boolean =>
  mail === 'everyone' || conversation === 'private' || (conversation === 'linked' && mail === 'linked' && isLinked);

const newest = <T>(items: readonly T[], time: (item: T) => number): T | undefined =>
  items.reduce<T | undefined>(
    (best, item) => (best === undefined || time(item) >= time(best) ? item : best),
    undefined,
  );

const oldest = (messages: readonly FirstMessage[]): FirstMessage | undefined =>
  messages.reduce<FirstMessage | undefined>(
    (best, one) => (best === undefined || one.message.sentAt < best.message.sentAt ? one : best),
    undefined,
  );
