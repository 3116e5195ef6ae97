import type { TransactionContext } from '#core/context.ts';
import type { JsonValue } from '#core/fields/field.ts';
import { updateMany } from '#core/operations/update-many.ts';
import { conversations } from '../model-names.ts';
import { followMerges } from './sql/current-conversation.ts';
import { findAsleep } from './sql/find-asleep.ts';
import { lockConversations } from './sql/lock-conversations.ts';

type Values = Readonly<Record<string, JsonValue>>;

/** The fields that say in which state a conversation is. They change together. */
export const openState: Values = { status: 'open', snoozedUntil: null, closedAt: null };

export const closedState = (): Values => ({ status: 'closed', snoozedUntil: null, closedAt: new Date().toISOString() });

export const snoozedState = (until: Date): Values => ({
  status: 'snoozed',
  snoozedUntil: until.toISOString(),
  closedAt: null,
});

export const spamState = (): Values => ({ status: 'spam', snoozedUntil: null, closedAt: new Date().toISOString() });

/** A personal reply came: closed, snoozed and pending conversations open again. Spam stays spam. */
export async function reopenOnReply(within: TransactionContext, ids: readonly string[]): Promise<void> {
  const { tx, caller } = within;
  const unique = [...new Set(ids)];
  if (unique.length === 0) return;
  await lockConversations(tx, caller.tenantId, unique);
  const asleep = await findAsleep(tx, caller.tenantId, unique);
  await updateMany(
    within,
    conversations(within),
    asleep.map((id) => ({ id, values: openState })),
    { withoutHooks: true },
  );
}

/** The conversation that has the messages of this one: another one when it was merged. */
export const currentConversation = (within: TransactionContext, id: string): Promise<string> =>
  followMerges(within.tx, within.caller.tenantId, id);
