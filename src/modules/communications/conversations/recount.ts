import type { TransactionContext } from '#core/context.ts';
import { updateMany } from '#core/operations/update-many.ts';
import { conversations } from '../model-names.ts';
import { shareComments } from './share-comments.ts';
import { countMessages } from './sql/count-messages.ts';
import { lockConversations } from './sql/lock-conversations.ts';
import { forgetReaders } from './sql/own-marks.ts';

/**
 * Updates the message counts of conversations, their last message, and since when a customer waits. Also gives their
 * comments the viewers of the conversations. Call it in the transaction that adds, changes or removes mails, after the
 * last change.
 */
export async function recountConversations(context: TransactionContext, ids: readonly string[]): Promise<void> {
  const unique = [...new Set(ids)];
  if (unique.length === 0) return;
  const { tenantId } = context.caller;
  await lockConversations(context.tx, tenantId, unique);
  const counted = await countMessages(context.tx, tenantId, unique);
  await forgetReaders(context.tx, tenantId, counted);
  await updateMany(
    context,
    conversations(context),
    counted.map(({ id, ...values }) => ({ id, values })),
    { withoutHooks: true },
  );
  await shareComments(context, unique);
}
