import { isDeepStrictEqual } from 'node:util';
import type { TransactionContext } from '#core/context.ts';
import { AppError } from '#core/errors.ts';
import { pastState } from '#core/events/past-state.ts';
import type { Field, JsonValue } from '#core/fields/field.ts';
import type { Model } from '#core/models/model.ts';
import { type Deletion, readDeleted } from '#core/operations/deletion-events.ts';
import { idsOf, lockAgainstDelete } from '#core/operations/references.ts';
import { relinkBack } from '#core/operations/relink.ts';
import { insertRestored, lockRestores, orderAfterDelete } from '#core/operations/restore.ts';
import { type ReferrerPosition, restoreReferencesBatch } from '#core/operations/restore-references.ts';
import { addReferencedRecords, prepareForInsert, type RestoreSet } from '#core/operations/restore-set.ts';
import { lockRecord } from '#core/operations/statements.ts';
import { saveChange } from '#core/operations/update.ts';
import type { RecordObject } from '#core/operations/validate.ts';
import type { Params } from '#db/params.ts';
import { deleteMoves, lastMoves } from '../sql/merge-moves.ts';
import type { StoredMerge } from '../sql/merges.ts';
import { statesAround } from '../sql/states-around.ts';
import { runSaveHooks } from './after-move.ts';

/**
 * The steps that undo a merge. Each can be repeated, and what was changed since stays: a value, a reference, or a record
 * that somebody has restored.
 */

/** The events of the merge share a transaction or, if a job merged, its request id, like those of a deletion. */
export const eventsOf = ({ xid, requestId }: StoredMerge): Deletion => ({ xid, request: requestId });

/** Other restores wait, and the events of the undo follow those of the merge. */
export async function prepareUndo(context: TransactionContext, merge: StoredMerge): Promise<void> {
  await lockRestores(context);
  await orderAfterDelete(context, eventsOf(merge));
}

/** Gives the kept record the values that it had, first of all, because a merged record may need a unique one of them. */
export async function revertWinner(context: TransactionContext, merge: StoredMerge, model: Model): Promise<void> {
  const locked = await lockRecord(context, model, merge.winnerId);
  if (!locked)
    throw new AppError(
      'conflict',
      `The kept record ${merge.winnerId} is deleted; restore it before you undo the merge.`,
    );
  const states = await statesAround(context, eventsOf(merge), model, merge.winnerId);
  if (!states) return;
  const [before, after] = [pastState(model, states.before), pastState(model, states.after)];
  const current = JSON.parse(locked.record) as RecordObject;
  const values = new Map<Field, JsonValue>();
  for (const field of model.writable) {
    const { key, type } = field;
    if (type.seal || !(key in before) || isDeepStrictEqual(before[key], after[key])) continue;
    // A reference to a merged record follows when that exists again.
    if (type.pointsTo && idsOf(before[key]).some((id) => merge.loserIds.includes(id))) continue;
    if (isDeepStrictEqual(current[key] ?? null, after[key] ?? null)) values.set(field, before[key] ?? null);
  }
  const missing = await missingTargets(context, values);
  for (const field of missing) values.delete(field);
  await saveChange(context, model, locked, values);
}

/** References of the kept record to records that were deleted since. */
async function missingTargets(context: TransactionContext, values: ReadonlyMap<Field, JsonValue>): Promise<Field[]> {
  const missing: Field[] = [];
  for (const [field, value] of values) {
    const ids = field.declared.to === undefined ? [] : idsOf(value);
    if (ids.length === 0) continue;
    if ((await lockAgainstDelete(context, context.registry.target(field), ids)).length > 0) missing.push(field);
  }
  return missing;
}

/** Restores up to `limit` records that the merge put in the trash: the merged ones first. Returns their number. */
export async function restoreBatch(context: TransactionContext, merge: StoredMerge, limit: number): Promise<number> {
  const deletion = eventsOf(merge);
  const isLoser = (params: Params) => `e.record_id = any(${params.add(merge.loserIds, 'uuid[]')})`;
  const losers = await readDeleted(context, deletion, isLoser, { limit: merge.loserIds.length });
  const { found, count } = losers.count > 0 ? losers : await readDeleted(context, deletion, () => 'true', { limit });
  if (count === 0) return 0;
  // Deletions write children before their parents.
  const set: RestoreSet = new Map([...found].reverse());
  await addReferencedRecords(context, deletion, set);
  await prepareForInsert(context, set, merge.loserIds[0] ?? '');
  return (await insertRestored(context, set)).size;
}

/** Moves back the last batch of rows that the merge moved. Undefined when there is none. */
export async function moveBackBatch(context: TransactionContext, merge: StoredMerge): Promise<number | undefined> {
  const batch = await lastMoves(context, merge.id);
  if (!batch) return undefined;
  await relinkBack(context, batch.moved, merge.winnerId);
  const rows = batch.moved.rows.map(({ id }) => ({ id, before: merge.winnerId }));
  await runSaveHooks(context, { ...batch.moved, rows });
  await deleteMoves(context, merge.id, batch.n);
  return batch.moved.rows.length;
}

/** Sets references that could not move and were cleared, such as that of the kept record to a merged one. */
export const restoreCleared = (
  context: TransactionContext,
  merge: StoredMerge,
  limit: number,
  after: ReferrerPosition | undefined,
) => restoreReferencesBatch(context, eventsOf(merge), limit, after);
