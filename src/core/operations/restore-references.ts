import { isDeepStrictEqual } from 'node:util';
import { Params, scoped } from '#db/params.ts';
import type { TransactionContext } from '../context.ts';
import { pastState } from '../events/past-state.ts';
import type { Field, JsonValue } from '../fields/field.ts';
import type { Model } from '../models/model.ts';
import { forgetIfAccess } from './access-cache.ts';
import { type Deletion, ofDeletion, ofDeletionAndRecord } from './deletion-events.ts';
import { hold, idsOf } from './references.ts';
import type { Family, Room } from './restore-set.ts';
import { lockRows, type Relink, relinkRows } from './restore-statements.ts';
import type { RecordObject } from './validate.ts';

/** A record whose references a delete cleared: as it was before the delete, and as the delete left it. */
interface Holder {
  readonly id: string;
  readonly before: RecordObject;
  readonly after: RecordObject;
}

/** The fields of one model that point to records which came back, each with the ids of those. */
type Pointers = Map<Field, ReadonlySet<string>>;

/** Gives the references that a delete cleared back to their holders, where nobody has set something else since. */
export async function relinkHolders(
  context: TransactionContext,
  deletion: Deletion,
  family: Family,
  room: Room,
): Promise<void> {
  const byModel = pointersTo(context, family);
  if (byModel.size === 0) return;
  const { holders, count } = await findHolders(context, deletion, { limit: room.left + 1, byModel });
  if (count > room.left) await room.refuse();
  for (const [model, list] of holders) await relink(context, model, list, byModel.get(model) as Pointers);
}

export interface RelinkedBatch {
  readonly written: number;
  /** Where the next batch begins; undefined when there is none. */
  readonly last: HolderPlace | undefined;
}

/** As `relinkHolders`, for one batch of the holders, with all records that exist again. */
export async function relinkBatch(
  context: TransactionContext,
  deletion: Deletion,
  limit: number,
  after: HolderPlace | undefined,
): Promise<RelinkedBatch> {
  const { holders, last } = await findHolders(context, deletion, { limit, after });
  let written = 0;
  for (const [model, list] of holders)
    written += await relink(context, model, list, await existing(context, model, list));
  return { written, last };
}

/** The records that references of the holders were cleared of, as far as they exist. They are held. */
async function existing(context: TransactionContext, model: Model, holders: readonly Holder[]): Promise<Pointers> {
  const pointers: Pointers = new Map();
  for (const field of model.stored.filter(({ declared }) => declared.to !== undefined)) {
    const cleared = new Set(
      holders.flatMap(({ before, after }) => {
        const left = idsOf(after[field.key]);
        return idsOf(before[field.key]).filter((id) => !left.includes(id));
      }),
    );
    if (cleared.size === 0) continue;
    const gone = new Set(await hold(context, context.registry.target(field), [...cleared]));
    pointers.set(field, cleared.difference(gone));
  }
  return pointers;
}

/** Returns how many of the holders it changed. */
async function relink(
  context: TransactionContext,
  model: Model,
  holders: readonly Holder[],
  pointers: Pointers,
): Promise<number> {
  const rows = await lockRows(
    context,
    model,
    holders.map(({ id }) => id),
  );
  const relinks = holders.flatMap((holder): Relink[] => {
    const now = rows.get(holder.id);
    const values = now === undefined ? undefined : relinked(pointers, holder, pastState(model, now));
    return values ? [{ id: holder.id, values }] : [];
  });
  if (relinks.length === 0) return 0;
  for (const { previous, record } of await relinkRows(context, model, relinks)) {
    const saved = { model, previous: JSON.parse(previous), record: JSON.parse(record) };
    await model.hooks.afterSave?.(context, saved);
  }
  forgetIfAccess(context, model);
  return relinks.length;
}

function pointersTo({ registry }: TransactionContext, family: Family): Map<Model, Pointers> {
  const byModel = new Map<Model, Pointers>();
  for (const [target, records] of family) {
    for (const { model, field } of registry.inbound(target)) {
      // Children went along; there is nothing to give back to them.
      if (model.parent === field) continue;
      byModel.set(model, (byModel.get(model) ?? new Map()).set(field, new Set(records.keys())));
    }
  }
  return byModel;
}

/** The place of a holder in the order in which batches read them. */
export interface HolderPlace {
  readonly model: string;
  readonly id: string;
}

interface HolderQuery {
  readonly limit: number;
  readonly after?: HolderPlace | undefined;
  /** Only those that pointed to one of these; otherwise all that the delete changed. */
  readonly byModel?: ReadonlyMap<Model, Pointers>;
}

interface FoundHolders {
  readonly holders: Map<Model, Holder[]>;
  readonly count: number;
  readonly last: HolderPlace | undefined;
}

/** Records that a delete changed, as they were before it and as it left them. */
async function findHolders(
  { caller, registry, tx }: TransactionContext,
  deletion: Deletion,
  { limit, after, byModel }: HolderQuery,
): Promise<FoundHolders> {
  const params = new Params(caller.tenantId);
  const pointed = byModel ? ` and (${pointedTo(byModel, params)})` : '';
  const from = after
    ? ` and (e.model, e.record_id) > (${params.add(after.model, 'text')}, ${params.add(after.id, 'uuid')})`
    : '';
  const ofHolder = `${ofDeletionAndRecord(deletion, 'f', params)} and f.record_id = h.id`;
  const rows = await tx.query<HolderPlace & { before: string; after: string }>(
    `select c.* from ${scoped(
      'c',
      `select h.model, h.id,
        (select f.previous::text from events f where ${ofHolder} and f.previous is not null order by f.xid, f.seq limit 1) as before,
        (select f.record::text from events f where ${ofHolder} and f.record is not null
          order by f.xid desc, f.seq desc limit 1) as after
       from (
         select e.model, e.record_id as id from events e
         where ${ofDeletion(deletion, 'e', params)} and e.record is not null and e.previous is not null${pointed}${from}
         group by e.model, e.record_id order by e.model, e.record_id limit ${params.add(limit, 'int')}
       ) h`,
    )}`,
    params.values,
  );
  const holders = new Map<Model, Holder[]>();
  for (const { model: name, id, before, after: left } of rows) {
    const model = registry.named(name);
    if (!model) continue;
    const holder = { id, before: pastState(model, before), after: pastState(model, left) };
    holders.set(model, [...(holders.get(model) ?? []), holder]);
  }
  return { holders, count: rows.length, last: rows.at(-1) };
}

/** The condition on an event `e` that its record pointed to one of the records which came back. */
function pointedTo(byModel: ReadonlyMap<Model, Pointers>, params: Params): string {
  const lists = new Map<ReadonlySet<string>, string>();
  const listOf = (ids: ReadonlySet<string>): string => {
    const list = lists.get(ids) ?? params.add([...ids], 'text[]');
    lists.set(ids, list);
    return list;
  };
  const held = [...byModel].map(([model, pointers]) => {
    const fields = Array.from(pointers, ([{ key, type }, ids]) =>
      type.array ? `(e.previous->'${key}')::jsonb ?| ${listOf(ids)}` : `e.previous->>'${key}' = any(${listOf(ids)})`,
    );
    return `e.model = '${model.name}' and (${fields.join(' or ')})`;
  });
  return held.join(' or ');
}

/** What to set; undefined when there is nothing to give back. */
function relinked(pointers: Pointers, { before, after }: Holder, now: RecordObject): Map<Field, JsonValue> | undefined {
  const values = new Map<Field, JsonValue>();
  for (const [field, back] of pointers) {
    const was = idsOf(before[field.key]);
    const left = idsOf(after[field.key]);
    const has = idsOf(now[field.key]);
    const cleared = new Set(was.filter((id) => !left.includes(id)));
    if (![...cleared].some((id) => back.has(id) && !has.includes(id))) continue;
    // A restore of another of those that were cleared together has set nothing else.
    const untouched = isDeepStrictEqual(
      has.filter((id) => !cleared.has(id)),
      left,
    );
    if (!untouched || (!field.type.array && left.length > 0)) continue;
    const again = was.filter((id) => has.includes(id) || back.has(id));
    const added = has.filter((id) => !was.includes(id));
    values.set(field, field.type.array ? [...again, ...added] : (again[0] as string));
  }
  return values.size === 0 ? undefined : values;
}
