import type { Grant } from '../access/access.ts';
import { inTransaction, type TransactionContext } from '../context.ts';
import type { Model } from '../models/model.ts';
import type { Inbound } from '../models/registry.ts';
import { forgetIfAccess } from './access-cache.ts';
import {
  countDependants,
  isBinding,
  isOwned,
  maxDependants,
  requireUnbound,
  stillReferenced,
  tooManyDependants,
} from './dependants.ts';
import type { RecordOperation } from './operation.ts';
import { releaseUniques } from './references.ts';
import { clearReferences, countPointing, deleteRows, lockPointing } from './remove-statements.ts';
import { lockWithinReach, saveChange } from './update.ts';
import { readRecord } from './validate.ts';

/** How many dependants the deletes of one request have had so far. */
export interface Tally {
  dependants: number;
}

export interface RemoveInput {
  readonly id: string;
  readonly ifVersion?: readonly number[] | undefined;
  /** Shared by the deletes of one request, which have one limit together. */
  readonly tally?: Tally;
}

/** Deletes a record with all that belongs to it, clears what points to it, and writes an event for each. */
export const remove: RecordOperation<RemoveInput, void> = {
  name: 'remove',
  access: 'write',
  run: (context, grant, { id, ifVersion, tally }) =>
    inTransaction(context, async (within) => {
      const { before } = await lockWithinReach(within, grant, id, ifVersion);
      const { removeSets } = grant.model;
      if (removeSets) {
        const values = await readRecord(within, systemGrant(grant), removeSets, 'merge');
        await saveChange(within, grant.model, before, values);
      } else await removeAll(within, grant.model, [id], { tally: tally ?? { dependants: 0 } });
      forgetIfAccess(within, grant.model);
    }),
};

const systemGrant = (grant: Grant): Grant => ({ ...grant, hidden: new Set(), readOnly: new Set() });

export interface RemoveOptions {
  /** Refuses to delete more dependants than one request may. Absent: as many as there are. */
  readonly tally?: Tally;
  /** Which rows with a required reference to a deleted record are to be deleted as well, rather than stop the delete. */
  along?(holder: Model, rows: readonly string[]): Promise<readonly string[]>;
}

/** What a delete is about to do, found level by level; all rows are locked. */
interface Plan {
  /** The records that go away, by model; those that were found first are deleted last. */
  readonly doomed: Map<Model, Set<string>>;
  readonly pointing: Pointing[];
  /** Counts rows before they are locked, and refuses what is too much. */
  admit(count: number): Promise<void>;
}

interface Pointing {
  readonly inbound: Inbound;
  readonly rows: readonly string[];
  readonly ids: readonly string[];
}

/** Removes records that are locked already, as `remove` does. Returns how many events that wrote. */
export async function removeAll(
  context: TransactionContext,
  model: Model,
  ids: readonly string[],
  options: RemoveOptions = {},
): Promise<number> {
  const plan: Plan = { doomed: new Map(), pointing: [], admit: admission(context, model, ids, options.tally) };
  await gather(context, model, ids, plan, options);
  let written = 0;
  for (const { inbound, rows, ids: targets } of plan.pointing) {
    const going = plan.doomed.get(inbound.model);
    const holders = going ? rows.filter((id) => !going.has(id)) : rows;
    if (holders.length === 0) continue;
    if (isBinding(inbound)) throw await stillReferenced(context, inbound, holders);
    await clearReferences(context, inbound, holders, targets);
    forgetIfAccess(context, inbound.model);
    written += holders.length;
  }
  written += await deleteAll(context, plan.doomed);
  if (options.tally) options.tally.dependants += written - ids.length;
  return written;
}

async function deleteAll(context: TransactionContext, doomed: Plan['doomed']): Promise<number> {
  let written = 0;
  // Those that go together may point to each other; the keys are checked once all of them are gone.
  const several = doomed.size > 1;
  if (several) await context.tx.query('set constraints all deferred');
  for (const [gone, set] of [...doomed].reverse()) {
    const ids = [...set];
    await gone.hooks.beforeRemove?.(context, ids);
    await releaseUniques(context, gone, ids);
    await deleteRows(context, gone, ids);
    await gone.hooks.afterRemove?.(context, ids);
    forgetIfAccess(context, gone);
    written += ids.length;
  }
  if (several) await context.tx.query('set constraints all immediate');
  return written;
}

/**
 * The limit of a request. Rows are counted once for each reference that they have, which may be too much; when that is over
 * the limit, an exact count decides.
 */
function admission(
  context: TransactionContext,
  model: Model,
  ids: readonly string[],
  tally: Tally | undefined,
): (count: number) => Promise<void> {
  if (!tally) return async () => {};
  let found = tally.dependants;
  let decided = false;
  return async (count) => {
    found += count;
    if (decided || found <= maxDependants) return;
    const dependants = await countDependants(context, model, ids);
    requireUnbound(context, dependants);
    if (tally.dependants + dependants.total > maxDependants)
      throw tooManyDependants(context, model, dependants, tally.dependants);
    decided = true;
  };
}

/** Fills the plan with the records, all that belong to them, and what else points to any of these. */
async function gather(
  context: TransactionContext,
  model: Model,
  ids: readonly string[],
  plan: Plan,
  options: RemoveOptions,
): Promise<void> {
  const known = plan.doomed.get(model) ?? new Set();
  const fresh = ids.filter((id) => !known.has(id));
  if (fresh.length === 0) return;
  plan.doomed.set(model, new Set([...known, ...fresh]));
  for (const { inbound, count } of await countPointing(context, model, fresh, maxDependants + 1)) {
    await plan.admit(count);
    const rows = await lockPointing(context, inbound, fresh);
    if (isOwned(inbound)) await gather(context, inbound.model, rows, plan, options);
    else {
      plan.pointing.push({ inbound, rows, ids: fresh });
      if (!isBinding(inbound) || !options.along) continue;
      await gather(context, inbound.model, await options.along(inbound.model, rows), plan, options);
    }
  }
}
