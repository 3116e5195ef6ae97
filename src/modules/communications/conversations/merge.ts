import type { TransactionContext } from '#core/context.ts';
import { AppError, invalid } from '#core/errors.ts';
import type { JsonValue } from '#core/fields/field.ts';
import { updateMany } from '#core/operations/update-many.ts';
import { conversations } from '../model-names.ts';
import { type Conversation, lockConversation, readConversation } from './conversation.ts';
import { moveInto } from './move-into.ts';
import { recountConversations } from './recount.ts';
import { lockConversations } from './sql/lock-conversations.ts';
import { openState } from './states.ts';
import { isWider, type Visibility } from './visibility.ts';

/** Merges a conversation into another one. Returns the target as the caller sees it. */
export async function mergeConversations(within: TransactionContext, fromId: string, intoId: string): Promise<string> {
  if (fromId === intoId) throw invalid('intoId', 'invalid', 'must be another conversation');
  const { tx, caller } = within;
  await lockConversations(tx, caller.tenantId, [fromId, intoId]);
  const from = await lockConversation(within, fromId);
  const into = await lockConversation(within, intoId).catch((error) => {
    throw error instanceof AppError && error.code === 'not_found'
      ? invalid('intoId', 'reference_not_found', 'is not a conversation that you may change')
      : error;
  });
  await moveInto(within, intoId, [fromId]);
  await updateMany(within, conversations(within), [{ id: intoId, values: together(from, into) }], {
    withoutHooks: true,
  });
  await recountConversations(within, [fromId, intoId]);
  return JSON.stringify(await readConversation(within, intoId));
}

const union = (one: readonly string[] | null, other: readonly string[] | null): string[] => [
  ...new Set([...(one ?? []), ...(other ?? [])]),
];

function together(from: Conversation, into: Conversation): Record<string, JsonValue> {
  const visibility = widest(from, into);
  const wakes = from.status === 'open' && (into.status === 'closed' || into.status === 'snoozed');
  return {
    ...(wakes && openState),
    contactId: into.contactId ?? from.contactId,
    accountId: into.accountId ?? from.accountId,
    leadId: into.leadId ?? from.leadId,
    opportunityId: into.opportunityId ?? from.opportunityId,
    participants: union(into.participants, from.participants),
    followerIds: union(into.followerIds, from.followerIds),
    tags: union(into.tags, from.tags),
    viewerIds: union(into.viewerIds, from.viewerIds),
    viewerTeamIds: union(into.viewerTeamIds, from.viewerTeamIds),
    visibility,
    // Hide the subject and preview of `from` from users who did not see it before.
    ...(isWider(visibility, into.visibility) && { subject: from.subject, preview: from.preview }),
  };
}

/** The visibility `linked` of the merged conversation counts only for the same contact, because it means the readers of that contact. */
function widest(from: Conversation, into: Conversation): Visibility {
  const [one, other] = [from.visibility ?? 'everyone', into.visibility ?? 'everyone'];
  if (one === 'everyone' || other === 'everyone') return 'everyone';
  const sameContact = from.contactId === (into.contactId ?? from.contactId);
  return one === 'linked' && sameContact ? 'linked' : other;
}
