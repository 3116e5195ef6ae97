import { isDeepStrictEqual } from 'node:util';
import { Params, scoped } from '#db/params.ts';
import type { TransactionContext } from '../context.ts';
import { pastState } from '../events/past-state.ts';
import type { Field, JsonValue } from '../fields/field.ts';
import type { Model } from '../models/model.ts';
import { clearAccessCache } from './access-cache.ts';
import { type Deletion, whereDeletion, whereDeletionOfRecord } from './deletion-events.ts';
import { withoutCycles } from './hierarchies.ts';
import { idsOf, lockAgainstDelete } from './references.ts';
import type { RestoreLimit, RestoreSet } from './restore-set.ts';
import { lockRows, type ReferenceUpdate, setReferences } from './restore-statements.ts';
import type { RecordObject } from './validate.ts';

/** A record whose references a deletion cleared, with its states before and after the deletion. */
interface Referrer {
  readonly id: string;
  readonly before: RecordObject;
  readonly after: RecordObject;
}

/** The reference fields of one model, each with the ids of restored records that it may reference. */
type RestoredTargets = Map<Field, ReadonlySet<string>>;

/** Sets references that a deletion cleared to the restored records again, unless they were changed since. */
export async function restoreReferences(
  context: TransactionContext,
  deletion: Deletion,
  set: RestoreSet,
  limit: RestoreLimit,
): Promise<void> {
  const targetsByModel = restoredTargets(context, set);
  if (targetsByModel.size === 0) return;
  const { referrers, count } = await findReferrers(context, deletion, { limit: limit.remaining + 1, targetsByModel });
  if (count > limit.remaining) await limit.refuse();
  for (const [model, list] of referrers)
    await updateReferrers(context, model, list, targetsByModel.get(model) as RestoredTargets);
}

export interface RestoredReferencesBatch {
  readonly written: number;
  /** The position after which the next batch starts; undefined after the last batch. */
  readonly last: ReferrerPosition | undefined;
}

/** Like `restoreReferences`, for one batch of the referrers. All existing records count as restored. */
export async function restoreReferencesBatch(
  context: TransactionContext,
  deletion: Deletion,
  limit: number,
  after: ReferrerPosition | undefined,
): Promise<RestoredReferencesBatch> {
  const { referrers, last } = await findReferrers(context, deletion, { limit, after });
  let written = 0;
  for (const [model, list] of referrers)
    written += await updateReferrers(context, model, list, await lockClearedTargets(context, model, list));
  return { written, last };
}

/** Locks and returns the existing records that the referrers referenced before the deletion. */
async function lockClearedTargets(
  context: TransactionContext,
  model: Model,
  referrers: readonly Referrer[],
): Promise<RestoredTargets> {
  const targets: RestoredTargets = new Map();
  for (const field of model.stored.filter(({ declared }) => declared.to !== undefined)) {
    const cleared = new Set(
      referrers.flatMap(({ before, after }) => {
        const idsAfter = idsOf(after[field.key]);
        return idsOf(before[field.key]).filter((id) => !idsAfter.includes(id));
      }),
    );
    if (cleared.size === 0) continue;
    const missing = new Set(await lockAgainstDelete(context, context.registry.target(field), [...cleared]));
    targets.set(field, cleared.difference(missing));
  }
  return targets;
}

/** Returns the number of changed referrers. */
async function updateReferrers(
  context: TransactionContext,
  model: Model,
  referrers: readonly Referrer[],
  targets: RestoredTargets,
): Promise<number> {
  const rows = await lockRows(
    context,
    model,
    referrers.map(({ id }) => id),
  );
  const wanted = referrers.flatMap((referrer): ReferenceUpdate[] => {
    const current = rows.get(referrer.id);
    const values = current === undefined ? undefined : valuesToSet(targets, referrer, pastState(model, current));
    return values ? [{ id: referrer.id, values }] : [];
  });
  const updates = await withoutCycles(context, model, wanted);
  if (updates.length === 0) return 0;
  for (const { previous, record } of await setReferences(context, model, updates)) {
    const saved = { model, previous: JSON.parse(previous), record: JSON.parse(record) };
    await model.hooks.afterSave?.(context, saved);
  }
  clearAccessCache(context, model);
  return updates.length;
}

function restoredTargets({ registry }: TransactionContext, set: RestoreSet): Map<Model, RestoredTargets> {
  const byModel = new Map<Model, RestoredTargets>();
  for (const [target, records] of set) {
    for (const { model, field } of registry.inbound(target)) {
      // Children were deleted with their parent, so their references were not cleared.
      if (model.parent === field) continue;
      byModel.set(model, (byModel.get(model) ?? new Map()).set(field, new Set(records.keys())));
    }
  }
  return byModel;
}

/** The position of a referrer in the order in which batches read them. */
export interface ReferrerPosition {
  readonly model: string;
  readonly id: string;
}

interface ReferrerQuery {
  readonly limit: number;
  readonly after?: ReferrerPosition | undefined;
  /** Selects referrers that referenced one of these. Undefined selects all records that the deletion changed. */
  readonly targetsByModel?: ReadonlyMap<Model, RestoredTargets>;
}

interface FoundReferrers {
  readonly referrers: Map<Model, Referrer[]>;
  readonly count: number;
  readonly last: ReferrerPosition | undefined;
}

/** Reads records that a deletion changed, with their states before and after it. */
async function findReferrers(
  { caller, registry, tx }: TransactionContext,
  deletion: Deletion,
  { limit, after, targetsByModel }: ReferrerQuery,
): Promise<FoundReferrers> {
  const params = new Params(caller.tenantId);
  const pointed = targetsByModel ? ` and (${pointedTo(targetsByModel, params)})` : '';
  const from = after
    ? ` and (e.model, e.record_id) > (${params.add(after.model, 'text')}, ${params.add(after.id, 'uuid')})`
    : '';
  const ofReferrer = `${whereDeletionOfRecord(deletion, 'f', params)} and f.record_id = r.id`;
  const rows = await tx.query<ReferrerPosition & { before: string; after: string }>(
    `select c.* from ${scoped(
      'c',
      `select r.model, r.id,
        (select f.previous::text from events f where ${ofReferrer} and f.previous is not null order by f.xid, f.seq limit 1) as before,
        (select f.record::text from events f where ${ofReferrer} and f.record is not null
          order by f.xid desc, f.seq desc limit 1) as after
       from (
         select e.model, e.record_id as id from events e
         where ${whereDeletion(deletion, 'e', params)} and e.record is not null and e.previous is not null${pointed}${from}
         group by e.model, e.record_id order by e.model, e.record_id limit ${params.add(limit, 'int')}
       ) r`,
    )}`,
    params.values,
  );
  const referrers = new Map<Model, Referrer[]>();
  for (const { model: name, id, before, after: stateAfter } of rows) {
    const model = registry.named(name);
    if (!model) continue;
    const referrer = { id, before: pastState(model, before), after: pastState(model, stateAfter) };
    referrers.set(model, [...(referrers.get(model) ?? []), referrer]);
  }
  return { referrers, count: rows.length, last: rows.at(-1) };
}

/** SQL condition on an event `e`: its record referenced a restored record before the deletion. */
function pointedTo(targetsByModel: ReadonlyMap<Model, RestoredTargets>, params: Params): string {
  const lists = new Map<ReadonlySet<string>, string>();
  const listOf = (ids: ReadonlySet<string>): string => {
    const list = lists.get(ids) ?? params.add([...ids], 'text[]');
    lists.set(ids, list);
    return list;
  };
  const conditions = [...targetsByModel].map(([model, targets]) => {
    const fields = Array.from(targets, ([{ key, type }, ids]) =>
      type.array ? `(e.previous->'${key}')::jsonb ?| ${listOf(ids)}` : `e.previous->>'${key}' = any(${listOf(ids)})`,
    );
    return `e.model = '${model.name}' and (${fields.join(' or ')})`;
  });
  return conditions.join(' or ');
}

/** The references to set, by field; undefined when there are none. */
function valuesToSet(
  targets: RestoredTargets,
  { before, after }: Referrer,
  current: RecordObject,
): Map<Field, JsonValue> | undefined {
  const values = new Map<Field, JsonValue>();
  for (const [field, restored] of targets) {
    const idsBefore = idsOf(before[field.key]);
    const idsAfter = idsOf(after[field.key]);
    const idsNow = idsOf(current[field.key]);
    const cleared = new Set(idsBefore.filter((id) => !idsAfter.includes(id)));
    if (![...cleared].some((id) => restored.has(id) && !idsNow.includes(id))) continue;
    // Ids that another restore has set again do not count as a change.
    const unchanged = isDeepStrictEqual(
      idsNow.filter((id) => !cleared.has(id)),
      idsAfter,
    );
    if (!unchanged || (!field.type.array && idsAfter.length > 0)) continue;
    const again = idsBefore.filter((id) => idsNow.includes(id) || restored.has(id));
    const added = idsNow.filter((id) => !idsBefore.includes(id));
    values.set(field, field.type.array ? [...again, ...added] : (again[0] as string));
  }
  return values.size === 0 ? undefined : values;
}
