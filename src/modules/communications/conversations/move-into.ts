import type { TransactionContext } from '#core/context.ts';
import { updateMany } from '#core/operations/update-many.ts';
import { comments, conversations, emails } from '../model-names.ts';
import { findMessages } from './sql/find-messages.ts';
import { closedState } from './states.ts';

/**
 * Moves the mails and comments of conversations into another one. The empty conversations stay closed and name their target, so that
 * later replies find it. All of them are locked. The caller recounts the messages afterwards.
 */
export async function moveInto(context: TransactionContext, intoId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const { emailIds, commentIds } = await findMessages(context.tx, context.caller.tenantId, ids);
  const moved = (all: readonly string[]) => all.map((id) => ({ id, values: { conversationId: intoId } }));
  await updateMany(context, emails(context), moved(emailIds), { withoutHooks: true });
  await updateMany(context, comments(context), moved(commentIds), { withoutHooks: true });
  const values = { ...closedState(), mergedIntoId: intoId, preview: '' };
  await updateMany(
    context,
    conversations(context),
    ids.map((id) => ({ id, values })),
    { withoutHooks: true },
  );
}
