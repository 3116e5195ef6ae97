import type { Grant } from '../access/access.ts';
import { inTransaction, type TransactionContext } from '../context.ts';
import type { Model } from '../models/model.ts';
import type { InboundReference } from '../models/registry.ts';
import { clearAccessCache } from './access-cache.ts';
import {
  blocksDelete,
  countDependants,
  isParentReference,
  maxDependants,
  requireDeletable,
  stillReferencedBy,
  tooManyDependants,
} from './dependants.ts';
import type { RecordOperation } from './operation.ts';
import { requireWriter } from './record-writers.ts';
import { releaseUniques } from './references.ts';
import { clearReferences, countReferrers, deleteRows, lockReferrers } from './remove-statements.ts';
import { lockRecord } from './statements.ts';
import { lockWithinReach, saveChange } from './update.ts';
import { type RecordObject, readRecord } from './validate.ts';

/** The number of dependants that the deletions of one request have deleted or changed so far. */
export interface DependantCount {
  deleted: number;
}

export interface RemoveInput {
  readonly id: string;
  readonly ifVersion?: readonly number[] | undefined;
  /** Shared by the deletions of one request, because the limit is per request. */
  readonly dependantCount?: DependantCount;
}

/** Deletes a record and its children, clears references to them, and writes an event for each changed record. */
export const remove: RecordOperation<RemoveInput, void> = {
  name: 'remove',
  access: 'write',
  run: (context, grant, { id, ifVersion, dependantCount }) =>
    inTransaction(context, async (within) => {
      const { before } = await lockWithinReach(within, grant, id, ifVersion);
      const { removeSets } = grant.model;
      if (removeSets) {
        const values = await readRecord(within, systemGrant(grant), removeSets, 'merge');
        await saveChange(within, grant.model, before, values);
      } else await removeAll(within, grant.model, [id], { dependantCount: dependantCount ?? { deleted: 0 } });
      clearAccessCache(within, grant.model);
    }),
};

const systemGrant = (grant: Grant): Grant => ({ ...grant, hidden: new Set(), readOnly: new Set() });

export interface RemoveOptions {
  /** Enforces the limit of dependants per request. Undefined means no limit. */
  readonly dependantCount?: DependantCount;
  /** Selects rows that are deleted too, although their required reference would otherwise block the deletion. */
  alsoDelete?(referrer: Model, rows: readonly string[]): Promise<readonly string[]>;
}

/** The rows that a deletion affects, collected level by level. All of them are locked. */
interface Plan {
  /** The rows to delete, by model. Rows that were found first are deleted last. */
  readonly deleting: Map<Model, Set<string>>;
  readonly referrers: LockedReferrers[];
  /** Counts rows before they are locked. Throws when they exceed the limit. */
  checkLimit(count: number): Promise<void>;
}

interface LockedReferrers {
  readonly inbound: InboundReference;
  readonly rows: readonly string[];
  readonly targets: readonly string[];
}

/** Deletes locked records, as `remove` does. Returns the number of events written. */
export async function removeAll(
  context: TransactionContext,
  model: Model,
  ids: readonly string[],
  options: RemoveOptions = {},
): Promise<number> {
  const checkLimit = limitCheck(context, model, ids, options.dependantCount);
  const plan: Plan = { deleting: new Map(), referrers: [], checkLimit };
  await collect(context, model, ids, plan, options);
  let written = 0;
  for (const { inbound, rows, targets } of plan.referrers) {
    const deleting = plan.deleting.get(inbound.model);
    const remaining = deleting ? rows.filter((id) => !deleting.has(id)) : rows;
    if (remaining.length === 0) continue;
    if (blocksDelete(inbound)) throw await stillReferencedBy(context, inbound, remaining);
    await clearReferences(context, inbound, remaining, targets);
    clearAccessCache(context, inbound.model);
    written += remaining.length;
  }
  written += await deleteAll(context, plan.deleting);
  if (options.dependantCount) options.dependantCount.deleted += written - ids.length;
  return written;
}

async function deleteAll(context: TransactionContext, deleting: Plan['deleting']): Promise<number> {
  let written = 0;
  // Rows that are deleted together may reference each other, so foreign keys are checked after the last delete.
  const several = deleting.size > 1;
  if (several) await context.tx.query('set constraints all deferred');
  for (const [model, set] of [...deleting].reverse()) {
    const ids = [...set];
    if (model.writers) await requireRemover(context, model, ids);
    await model.hooks.beforeRemove?.(context, ids, model, deleting);
    await releaseUniques(context, model, ids);
    await deleteRows(context, model, ids);
    await model.hooks.afterRemove?.(context, ids, model, deleting);
    clearAccessCache(context, model);
    written += ids.length;
  }
  if (several) await context.tx.query('set constraints all immediate');
  return written;
}

async function requireRemover(context: TransactionContext, model: Model, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    const row = await lockRecord(context, model, id);
    if (row) requireWriter(context, model, [JSON.parse(row.record) as RecordObject]);
  }
}

/**
 * Enforces the limit of a request. The given count contains a row once for each of its references, so it may be too
 * high; when it exceeds the limit, an exact count decides.
 */
function limitCheck(
  context: TransactionContext,
  model: Model,
  ids: readonly string[],
  dependantCount: DependantCount | undefined,
): Plan['checkLimit'] {
  if (!dependantCount) return async () => {};
  let upperBound = dependantCount.deleted;
  let checkedExactly = false;
  return async (count) => {
    upperBound += count;
    if (checkedExactly || upperBound <= maxDependants) return;
    const dependants = await countDependants(context, model, ids);
    requireDeletable(context, dependants);
    if (dependantCount.deleted + dependants.total > maxDependants)
      throw tooManyDependants(context, model, dependants, dependantCount.deleted);
    checkedExactly = true;
  };
}

/** Adds the records, their children at every level, and the rows that reference any of these to the plan. */
async function collect(
  context: TransactionContext,
  model: Model,
  ids: readonly string[],
  plan: Plan,
  options: RemoveOptions,
): Promise<void> {
  const collected = plan.deleting.get(model) ?? new Set();
  const added = ids.filter((id) => !collected.has(id));
  if (added.length === 0) return;
  plan.deleting.set(model, new Set([...collected, ...added]));
  for (const { inbound, count } of await countReferrers(context, model, added, maxDependants + 1)) {
    await plan.checkLimit(count);
    const rows = await lockReferrers(context, inbound, added);
    if (isParentReference(inbound)) await collect(context, inbound.model, rows, plan, options);
    else {
      plan.referrers.push({ inbound, rows, targets: added });
      if (!blocksDelete(inbound) || !options.alsoDelete) continue;
      await collect(context, inbound.model, await options.alsoDelete(inbound.model, rows), plan, options);
    }
  }
}
