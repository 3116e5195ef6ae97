import type { TransactionContext } from '#core/context.ts';
import { AppError } from '#core/errors.ts';
import { invoke, operations } from '#core/operations/index.ts';
import { lockWithinReach } from '#core/operations/update.ts';
import { updateMany } from '#core/operations/update-many.ts';
import { closedState, recountConversations, refreshConversations } from '../../conversations/contract.ts';
import { conversations, emails } from '../../model-names.ts';
import { withdraw } from '../outbox/sql/change-waiting.ts';
import { isOnlyEntry } from './sql/is-only-entry.ts';

/** Turns a mail that waits in the outbox into a draft. Returns the record as JSON text. */
export async function undoMail(within: TransactionContext, id: string): Promise<string> {
  const { tx, caller } = within;
  const model = emails(within);
  const { previous } = await lockWithinReach(within, caller.access.grant(model, 'write'), id);
  if (typeof previous.undoUntil !== 'string' || !(await withdraw(tx, caller.tenantId, id)))
    throw new AppError('conflict', 'The mail is being sent or was sent: it can no longer be undone.');
  const values = { status: 'draft', undoUntil: null, scheduledAt: null };
  await updateMany(within, model, [{ id, values }], { withoutHooks: true });
  if (typeof previous.conversationId === 'string') await leaveConversation(within, previous.conversationId, id);
  return (await invoke(within, operations.get, model, { id, query: {} })).body;
}

/**
 * Removes the mail from its conversation. A conversation that began with it is closed, because it needs no more work.
 */
async function leaveConversation(within: TransactionContext, conversationId: string, emailId: string): Promise<void> {
  await recountConversations(within, [conversationId]);
  await refreshConversations(within, [conversationId]);
  if (!(await isOnlyEntry(within.tx, within.caller.tenantId, conversationId, emailId))) return;
  const values = { ...closedState(), preview: '' };
  await updateMany(within, conversations(within), [{ id: conversationId, values }], { withoutHooks: true });
}
