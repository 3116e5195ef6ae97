import { withAllAccess } from '#core/access/platform.ts';
import { type Context, inTransaction, type TransactionContext } from '#core/context.ts';
import { fromDatabase } from '#core/database-errors.ts';
import { AppError, notFound } from '#core/errors.ts';
import { invoke, operations } from '#core/operations/index.ts';
import { isId } from '#lib/ids.ts';
import { aiCompletionLogs } from '../model-names.ts';
import type { Outcome } from './outcome.ts';
import { readWritten, type WrittenEvent } from './sql/completion-events.ts';
import { undoEvent } from './undo-event.ts';

interface UndoneChange {
  readonly model: string;
  readonly id: string;
  /** The change that the completion made. */
  readonly change: WrittenEvent['change'];
}

export interface UndoResult {
  readonly undone: readonly UndoneChange[];
  readonly kept: readonly (UndoneChange & { readonly reason: string })[];
}

/**
 * Undoes the writes of a completion in one transaction, newest first, with the permissions of the caller. A record that
 * somebody else has changed since keeps its values.
 */
export const undoCompletion = (context: Context, completionId: string): Promise<UndoResult> =>
  inTransaction(context, async (within) => {
    await requireUndoable(within, completionId);
    const undone = new Map<string, UndoneChange>();
    const kept = new Map<string, UndoneChange & { reason: string }>();
    for (const event of await readWritten(within, completionId)) {
      const { model, recordId: id, change } = event;
      const key = `${model} ${id}`;
      const reason = await tryToUndo(within, event, completionId);
      if (reason === 'undone') {
        // Report the change that created or deleted the record, before other changes of it.
        if (!undone.has(key) || change === 'created') undone.set(key, { model, id, change });
      } else if (reason !== 'as before' && !kept.has(key)) kept.set(key, { model, id, change, reason: reason.kept });
    }
    return { undone: [...undone.values()], kept: [...kept.values()] };
  });

/** Users may undo their own completions. Callers with ai:admin may undo any. */
async function requireUndoable(context: TransactionContext, id: string): Promise<void> {
  const model = aiCompletionLogs(context);
  const unknown = notFound(`${model.label} ${id}`);
  if (!isId(id)) throw unknown;
  const { body } = await invoke(withAllAccess(context), operations.get, model, {
    id,
    query: { fields: 'userId,status' },
  });
  const { userId, status } = JSON.parse(body) as { userId: string | null; status: string };
  const { access, userId: callerId } = context.caller;
  if (userId !== callerId && access.reach('ai:admin') !== 'all') throw unknown;
  if (status === 'running') throw new AppError('conflict', 'The completion still runs: undo it when it has ended.');
}

async function tryToUndo(context: TransactionContext, event: WrittenEvent, completionId: string): Promise<Outcome> {
  try {
    return await context.tx.savepoint(() => undoEvent(context, event, completionId));
  } catch (error) {
    const reason = fromDatabase(error, context.registry);
    if (!(reason instanceof AppError) || reason.status >= 500) throw error;
    return { kept: reason.message };
  }
}
