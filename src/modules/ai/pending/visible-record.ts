import type { TransactionContext } from '#core/context.ts';
import type { Model } from '#core/models/model.ts';
import { authorize, operations } from '#core/operations/index.ts';
import { lockWithinReach } from '#core/operations/update.ts';
import type { RecordObject } from '#core/operations/validate.ts';
import { stripHidden } from '#core/query/rows.ts';

/** Locks a record that the caller may write. Returns it without the fields that are hidden from the caller. */
export async function visibleRecord(context: TransactionContext, model: Model, id: string): Promise<RecordObject> {
  const grant = authorize(context, operations.update, model);
  const { before } = await lockWithinReach(context, grant, id);
  return JSON.parse(stripHidden(before.record, grant)) as RecordObject;
}
