import type { TransactionContext, Via } from '#core/context.ts';
import { AppError, notFound } from '#core/errors.ts';
import { lockRecord } from '#core/operations/statements.ts';
import type { RecordObject } from '#core/operations/validate.ts';
import { isId } from '#lib/ids.ts';
import { aiPendingActions } from '../model-names.ts';
import type { ToolInput } from '../tools/tool.ts';

export interface PendingAction {
  readonly _id: string;
  readonly tool: string;
  readonly input: ToolInput;
  readonly model: string;
  readonly recordId: string | null;
  readonly before: RecordObject | null;
  readonly after: RecordObject | null;
  readonly via: Via['kind'] | null;
  readonly completionId: string | null;
  readonly userId: string | null;
}

/**
 * Locks a pending action of the caller until the transaction ends, so that it is decided once. Throws when it was
 * already decided or has expired.
 */
export async function lockPending(context: TransactionContext, id: string): Promise<PendingAction> {
  const model = aiPendingActions(context);
  const row = isId(id) ? await lockRecord(context, model, id) : undefined;
  const action = row && (JSON.parse(row.record) as PendingAction & { status: string; expiresAt: string });
  if (!action || action.userId !== context.caller.userId) throw notFound(`${model.label} ${id}`);
  if (action.status !== 'pending')
    throw new AppError('conflict', `The action is ${action.status} already: it is decided once.`, [
      { field: 'status', code: action.status, message: `Its status is ${action.status}.` },
    ]);
  if (Date.parse(action.expiresAt) <= Date.now())
    throw new AppError('conflict', 'The action has expired: ask for it again.', [
      { field: 'expiresAt', code: 'expired', message: `It expired at ${action.expiresAt}.` },
    ]);
  return action;
}
