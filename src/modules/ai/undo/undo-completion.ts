import { withAllAccess } from '#core/access/platform.ts';
import { type Context, inTransaction, type TransactionContext } from '#core/context.ts';
import { AppError, notFound } from '#core/errors.ts';
import { invoke, operations } from '#core/operations/index.ts';
import { type Agent, undoEvent } from '#core/operations/undo/undo-event.ts';
import { readWritten, type WrittenEvent } from '#core/operations/undo/written-events.ts';
import { isId } from '#lib/ids.ts';
import { aiCompletionLogs } from '../model-names.ts';

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
    const completion: Agent = { viaId: completionId, keeps: keptMail };
    const undone = new Map<string, UndoneChange>();
    const kept = new Map<string, UndoneChange & { reason: string }>();
    for (const event of await readWritten(within, completionId)) {
      const { model, recordId: id, change } = event;
      const key = `${model} ${id}`;
      const reason = await undoEvent(within, event, completion);
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

const keptMail: NonNullable<Agent['keeps']> = ({ name }, { status }) =>
  name === 'communications.emails' && status !== 'draft' ? 'A mail that was sent cannot be taken back.' : undefined;
