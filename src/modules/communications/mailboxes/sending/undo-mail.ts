import type { TransactionContext } from '#core/context.ts';
import { AppError } from '#core/errors.ts';
import { invoke, operations } from '#core/operations/index.ts';
import { lockWithinReach } from '#core/operations/update.ts';
import { updateMany } from '#core/operations/update-many.ts';
import { recountConversations } from '../../conversations/recount.ts';
import { emails } from '../../model-names.ts';
import { withdraw } from '../../outbox/sql/change-waiting.ts';

/** A mail that waits in the outbox becomes a draft. Returns the record as JSON text. */
export async function undoMail(within: TransactionContext, id: string): Promise<string> {
  const { tx, caller } = within;
  const model = emails(within);
  const { previous } = await lockWithinReach(within, caller.access.grant(model, 'write'), id);
  if (previous.type !== 'mailbox' || !(await withdraw(tx, caller.tenantId, id)))
    throw new AppError('conflict', 'The mail is being sent or was sent: it can no longer be undone.');
  const values = { status: 'draft', undoUntil: null, scheduledAt: null };
  await updateMany(within, model, [{ id, values }], { withoutHooks: true });
  if (typeof previous.conversationId === 'string') await recountConversations(within, [previous.conversationId]);
  return (await invoke(within, operations.get, model, { id, query: {} })).body;
}
