import type { TransactionContext } from '#core/context.ts';
import { updateMany } from '#core/operations/update-many.ts';
import { comments, conversations, emails } from '../../../model-names.ts';
import { recordsOfConversations } from '../sql/records-of-conversations.ts';

/**
 * Moves the mails and comments of conversations into another one, because a message belongs to all of them. The empty ones stay, closed, and
 * name the one that they were merged into. All are locked.
 */
export async function mergeConversations(
  context: TransactionContext,
  intoId: string,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  const { tx, caller } = context;
  for (const [kind, model] of [
    ['emails', emails(context)],
    ['comments', comments(context)],
  ] as const) {
    const moved = await recordsOfConversations(tx, caller.tenantId, kind, ids);
    const rows = moved.map((id) => ({ id, values: { conversationId: intoId } }));
    await updateMany(context, model, rows, { withoutHooks: true });
  }
  const values = { mergedIntoId: intoId, status: 'closed', closedAt: new Date().toISOString(), preview: '' };
  await updateMany(
    context,
    conversations(context),
    ids.map((id) => ({ id, values })),
  );
}
