import { type Context, inTransaction, type TransactionContext } from '../context.ts';
import { invalid } from '../errors.ts';
import type { Model } from '../models/model.ts';
import { withinField } from '../models/status-list.ts';
import { invoke, operations } from '../operations/index.ts';
import { lockRecord, type SavedRow } from '../operations/statements.ts';
import { followCategory, followCategoryJob } from './follow-category.ts';
import { moveRecords, type RecordBatches, statusReferences } from './move-records.ts';

/** A status that takes over the records of others, which are deleted then. */
export interface StatusMerge {
  readonly winnerId: string;
  readonly loserIds: readonly string[];
}

/** Everybody who merges statuses changes all records that have them. */
export function requireMerge({ registry, caller }: Context, model: Model): void {
  const models = [model, ...statusReferences(registry, model).map((reference) => reference.model)];
  for (const { scopes } of models) caller.access.requireFullReach(scopes.write);
}

type Row = Readonly<Record<string, unknown>>;

interface Merging {
  readonly winner: Row;
  readonly losers: readonly SavedRow[];
}

/** Locks the statuses and refuses those that cannot be merged. Losers that are deleted already are left out. */
export async function lockMerge(
  context: TransactionContext,
  model: Model,
  { winnerId, loserIds }: StatusMerge,
  mustExist: boolean,
): Promise<Merging> {
  if (loserIds.includes(winnerId)) throw invalid('loserIds', 'not_an_option', 'contains the winner');
  const winner = await lockRecord(context, model, winnerId);
  if (!winner) throw invalid('winnerId', 'reference_not_found', `is not a record of ${model.slug}`);
  const kept = JSON.parse(winner.record);
  const losers: SavedRow[] = [];
  for (const id of [...new Set(loserIds)].sort()) {
    const loser = await lockRecord(context, model, id);
    if (!loser && mustExist)
      throw invalid('loserIds', 'reference_not_found', `contains ${id}, which is not a record of ${model.slug}`);
    if (!loser) continue;
    requireAlike(model, kept, JSON.parse(loser.record));
    losers.push(loser);
  }
  return { winner: kept, losers };
}

function requireAlike(model: Model, winner: Row, loser: Row): void {
  const within = withinField(model);
  if (within && winner[within.key] !== loser[within.key])
    throw invalid('loserIds', 'not_an_option', `contains ${loser.key}, which is in another list`);
  if (winner.category !== loser.category)
    throw invalid(
      'loserIds',
      'not_an_option',
      `contains ${loser.key} of the category ${loser.category}; the winner has ${winner.category}. Give both the same category first`,
    );
}

/** Moves the records in batches, one transaction each, and deletes the losers with the last one. */
export async function mergeStatuses(
  context: Context,
  model: Model,
  merge: StatusMerge,
  progress: RecordBatches,
): Promise<void> {
  // Afterwards, the job would look for the records in a status that no longer exists.
  for (const id of merge.loserIds)
    if (await context.services.jobs.isUnfinished(context, followCategoryJob, id))
      await followCategory(context, model, id, progress);
  let isDone = false;
  while (!isDone) {
    isDone = await inTransaction(context, async (within) => {
      const { winner, losers } = await lockMerge(within, model, merge, false);
      const moved = await moveSome(within, model, winner, losers, progress.batchSize);
      progress.moved(moved);
      if (moved >= progress.batchSize) return false;
      await deleteLosers(within, model, merge.winnerId, losers);
      return true;
    });
  }
}

/** The lock of a loser keeps other writes from giving it to further records until this transaction ends. */
async function moveSome(
  context: TransactionContext,
  model: Model,
  winner: Row,
  losers: readonly SavedRow[],
  limit: number,
): Promise<number> {
  const target = { id: String(winner._id), key: String(winner.key) };
  const ids = losers.map(({ id }) => id);
  let moved = 0;
  for (const reference of statusReferences(context.registry, model))
    if (moved < limit) moved += await moveRecords(context, reference, ids, target, limit - moved);
  return moved;
}

async function deleteLosers(
  context: TransactionContext,
  model: Model,
  winnerId: string,
  losers: readonly SavedRow[],
): Promise<void> {
  if (losers.some(({ record }) => JSON.parse(record).isDefault === true))
    await invoke(context, operations.update, model, { id: winnerId, record: { isDefault: true } });
  for (const { id } of losers) await invoke(context, operations.remove, model, { id });
}
