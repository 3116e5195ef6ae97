import type { TransactionContext } from '#core/context.ts';
import { updateMany } from '#core/operations/update-many.ts';
import { comments } from '../model-names.ts';
import { findUnsharedComments } from './sql/unshared-comments.ts';

/** Gives the comments of conversations the viewers that the conversations have now. */
export async function shareComments(context: TransactionContext, conversationIds: readonly string[]): Promise<void> {
  const found = await findUnsharedComments(context.tx, context.caller.tenantId, conversationIds);
  await updateMany(
    context,
    comments(context),
    found.map(({ id, ...values }) => ({ id, values: values as never })),
    { withoutHooks: true },
  );
}
