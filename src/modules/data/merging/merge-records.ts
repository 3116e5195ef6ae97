import type { TransactionContext } from '#core/context.ts';
import type { Model } from '#core/models/model.ts';
import { countReferences, lockPointing, type ReferenceCount } from '#core/operations/count-references.ts';
import type { RecordAnswer } from '#core/operations/operation.ts';
import { type Reference, referencesTo, relinkBatch, relinkBatchSize } from '#core/operations/relink.ts';
import { removeAll } from '#core/operations/remove.ts';
import { clearReferences } from '#core/operations/remove-statements.ts';
import { lockWithinReach, saveWithinReach } from '#core/operations/update.ts';
import { readRecord } from '#core/operations/validate.ts';
import { ancestorBelow } from '../sql/ancestors.ts';
import { insertMoves } from '../sql/merge-moves.ts';
import { runSaveHooks } from './after-move.ts';
import type { MergeRequest } from './merge-request.ts';

/** The steps of a merge: references move first, and the merged records go to the trash last. */

/** The references that point to the merged records now, with the numbers of their rows. */
export const countMerged = (
  context: TransactionContext,
  { grant: { model }, loserIds }: MergeRequest,
  limit: number,
): Promise<ReferenceCount[]> => countReferences(context, referencesTo(context.registry, model), loserIds, limit);

/** Locks the records in the order of their ids, so that two merges cannot wait for each other. */
export async function lockMerged(
  context: TransactionContext,
  { grant, winnerId, loserIds }: MergeRequest,
): Promise<void> {
  for (const id of [winnerId, ...loserIds].toSorted()) await lockWithinReach(context, grant, id);
}

/** Moves one batch of rows of a reference, and stores them for an undo. Returns the number of rows. */
export async function moveBatch(
  context: TransactionContext,
  mergeId: string,
  { winnerId, loserIds, grant }: MergeRequest,
  reference: Reference,
): Promise<number> {
  await cutCycle(context, grant.model, reference, winnerId, loserIds);
  const rows = await relinkBatch(context, reference, { from: loserIds, to: winnerId });
  const moved = { model: reference.model.name, field: reference.field.key, rows };
  if (rows.length > 0) await insertMoves(context, mergeId, moved);
  await runSaveHooks(context, moved);
  return rows.length;
}

/**
 * When a merged record is above the kept one in a tree, such as accounts with parents, the record between them would
 * become the parent of its own parent. It loses its reference.
 */
async function cutCycle(
  context: TransactionContext,
  model: Model,
  { model: referrer, field }: Reference,
  winnerId: string,
  loserIds: readonly string[],
): Promise<void> {
  if (referrer !== model || field.type.array) return;
  const between = await ancestorBelow(context, { model, field }, winnerId, loserIds);
  if (between !== undefined && between !== winnerId)
    await clearReferences(context, { model, field }, [between], loserIds);
}

/**
 * Rows that cannot move, because the kept record has an equal one, go to the trash: somebody who is twice in a list is
 * there once afterwards. Returns the number of rows.
 */
export async function removeTwins(
  context: TransactionContext,
  { winnerId, loserIds }: MergeRequest,
  reference: Reference,
  limit: number,
): Promise<number> {
  const { model, field } = reference;
  if (!field.unique && !model.uniqueTogether.some((keys) => keys.includes(field.key))) return 0;
  const rows = await lockPointing(context, reference, loserIds, { except: [winnerId, ...loserIds], limit });
  if (rows.length > 0) await removeAll(context, model, rows);
  return rows.length;
}

/** Moves the remaining references of a merge in the caller's transaction. Returns the kept record. */
export async function completeMerge(
  context: TransactionContext,
  mergeId: string,
  request: MergeRequest,
): Promise<RecordAnswer> {
  const { grant, winnerId, loserIds, values } = request;
  await lockMerged(context, request);
  for (const { reference } of await countMerged(context, request, 1)) {
    while ((await moveBatch(context, mergeId, request, reference)) === relinkBatchSize) {}
    while ((await removeTwins(context, request, reference, relinkBatchSize)) === relinkBatchSize) {}
  }
  // Before the values are set: the kept record may take a value that is unique.
  await removeAll(context, grant.model, loserIds);
  const locked = await lockWithinReach(context, grant, winnerId);
  return saveWithinReach(context, grant, locked, await readRecord(context, grant, values, 'merge', locked.previous));
}
