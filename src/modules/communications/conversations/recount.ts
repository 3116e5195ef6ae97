import type { TransactionContext } from '#core/context.ts';
import { updateMany } from '#core/operations/update-many.ts';
import { conversations } from '../model-names.ts';
import { countMessages } from './sql/count-messages.ts';

/**
 * Sets what conversations say of their messages: counts, the last message, since when somebody waits. Call it in the
 * transaction that adds, changes or removes mails of them, with the conversations locked.
 */
export async function recountConversations(context: TransactionContext, ids: readonly string[]): Promise<void> {
  const counted = await countMessages(context.tx, context.caller.tenantId, [...new Set(ids)]);
  await updateMany(
    context,
    conversations(context),
    counted.map(({ id, ...values }) => ({ id, values })),
  );
}
