import type { TransactionContext } from '#core/context.ts';
import type { JsonValue } from '#core/fields/field.ts';
import { insertMany } from '#core/operations/insert-many.ts';
import { updateMany } from '#core/operations/update-many.ts';
import { conversations, emails } from '../../model-names.ts';
import { recountConversations } from '../recount.ts';
import { lockInactiveConversations } from './sql/lock-inactive-conversations.ts';

/** Channels whose messages another module receives. */
export type Channel = 'sms' | 'social';

interface Origin {
  readonly subject: string;
  readonly contactId?: string | null;
  readonly leadId?: string | null;
  /** The connection of the account that received it. */
  readonly connectionId?: string;
  readonly metadata?: Readonly<Record<string, JsonValue>>;
}

export interface NewConversation extends Origin {
  readonly id: string;
  readonly participants: string[];
  readonly externalId?: string;
}

export interface ChannelMessage extends Origin {
  readonly id: string;
  readonly conversationId: string;
  /** True when the account itself wrote the message at the platform. */
  readonly own: boolean;
  readonly fromName: string;
  readonly text: string;
  readonly at: Date;
  /** Its id at the platform or provider. */
  readonly messageId: string;
}

const previewLength = 500;

/**
 * Stores messages in order of their time, and creates missing conversations. Each conversation shows the beginning of
 * its last message. A closed or snoozed conversation opens again when somebody else wrote.
 */
export async function addMessages(
  within: TransactionContext,
  channel: Channel,
  opened: readonly NewConversation[],
  messages: readonly ChannelMessage[],
): Promise<void> {
  const previews = new Map(
    messages.map(({ conversationId, text }) => [conversationId, text.slice(0, previewLength).toWellFormed()]),
  );
  await insertMany(
    within,
    conversations(within),
    opened.map(({ id, ...values }) => ({
      id,
      values: { ...values, channel, status: 'open', preview: previews.get(id) ?? '' },
    })),
    { withoutHooks: true },
  );
  await insertMany(
    within,
    emails(within),
    messages.map((message) => ({ id: message.id, values: valuesOf(channel, message) })),
    { withoutHooks: true },
  );
  const isNew = new Set(opened.map(({ id }) => id));
  const known = messages.filter(({ conversationId }) => !isNew.has(conversationId));
  await showNews(within, known, previews);
  await recountConversations(within, [...previews.keys()]);
}

const valuesOf = (
  channel: Channel,
  { id: _id, own, at, ...values }: ChannelMessage,
): Readonly<Record<string, JsonValue>> => ({
  ...values,
  type: channel,
  direction: own ? 'outbound' : 'inbound',
  status: own ? 'sent' : 'received',
  [own ? 'sentAt' : 'receivedAt']: at.toISOString(),
  read: own,
  category: 'personal',
});

async function showNews(
  within: TransactionContext,
  messages: readonly ChannelMessage[],
  previews: ReadonlyMap<string, string>,
): Promise<void> {
  const ids = [...new Set(messages.map(({ conversationId }) => conversationId))];
  const answered = messages.filter(({ own }) => !own).map(({ conversationId }) => conversationId);
  const inactive = new Set(await lockInactiveConversations(within.tx, within.caller.tenantId, answered));
  const rows = ids.map((id) => ({
    id,
    values: { preview: previews.get(id) ?? '', ...(inactive.has(id) && { status: 'open' }) },
  }));
  await updateMany(within, conversations(within), rows, { withoutHooks: true });
}
