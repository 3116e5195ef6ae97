import { withAllAccess } from '#core/access/platform.ts';
import type { TransactionContext } from '#core/context.ts';
import { invoke, operations } from '#core/operations/index.ts';
import { updateMany } from '#core/operations/update-many.ts';
import { aiPendingActions } from '../model-names.ts';

/** Stores the decision on a pending action. Returns the record as JSON text. */
export async function saveDecision(
  context: TransactionContext,
  id: string,
  outcome: Readonly<Record<string, unknown>>,
): Promise<string> {
  const model = aiPendingActions(context);
  const platform = withAllAccess(context);
  const values = { ...outcome, decidedById: context.caller.userId, decidedAt: new Date().toISOString() };
  await updateMany(platform, model, [{ id, values: values as never }]);
  return (await invoke(platform, operations.get, model, { id, query: {} })).body;
}
