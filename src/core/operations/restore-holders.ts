import { isDeepStrictEqual } from 'node:util';
import { inTenant, Params, scoped } from '#db/params.ts';
import type { Writing } from '../context.ts';
import type { Field, JsonValue } from '../fields/field.ts';
import type { Model } from '../model.ts';
import { pastState } from '../past-state.ts';
import type { RecordObject } from '../validate.ts';
import { forgetIfAccess } from './caches.ts';
import { idsOf } from './references.ts';
import type { Family } from './restore-family.ts';
import { lockRows, type Relink, relinkRows } from './restore-statements.ts';

/** A record whose references a delete cleared: as it was before that transaction, and as that left it. */
interface Holder {
  readonly id: string;
  readonly before: RecordObject;
  readonly after: RecordObject;
}

/** The fields of one model that point to records which came back, each with the ids of those. */
type Pointers = Map<Field, ReadonlySet<string>>;

/** Gives the references that a delete cleared back to their holders, where nobody has set something else since. */
export async function relinkHolders(context: Writing, xid: string, family: Family): Promise<void> {
  const byModel = pointersTo(context, family);
  if (byModel.size === 0) return;
  for (const [model, holders] of await findHolders(context, xid, byModel)) {
    const pointers = byModel.get(model) as Pointers;
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
    if (relinks.length === 0) continue;
    for (const { previous, record } of await relinkRows(context, model, relinks)) {
      const saved = { model, previous: JSON.parse(previous), record: JSON.parse(record) };
      await model.hooks.afterSave?.(context, saved);
    }
    forgetIfAccess(context, model);
  }
}

function pointersTo({ registry }: Writing, family: Family): Map<Model, Pointers> {
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

/** Those that the transaction changed while they pointed to a record that came back. */
async function findHolders(
  { caller, registry, tx }: Writing,
  xid: string,
  byModel: ReadonlyMap<Model, Pointers>,
): Promise<Map<Model, Holder[]>> {
  const params = new Params(caller.tenantId);
  const transaction = params.add(xid, 'xid8');
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
  const ofHolder = (condition: string) =>
    `${inTenant('f')} and f.record_id = h.record_id and f.xid = ${transaction}${condition}`;
  const rows = await tx.query<{ model: string; id: string; before: string; after: string | null }>(
    `select c.* from ${scoped(
      'c',
      `select h.model, h.record_id as id,
        (select f.previous::text from events f where ${ofHolder(' and f.previous is not null')} order by f.seq limit 1) as before,
        (select f.record::text from events f where ${ofHolder('')} order by f.seq desc limit 1) as after
       from (
         select e.model, e.record_id from events e
         where ${inTenant('e')} and e.xid = ${transaction} and e.record is not null and (${held.join(' or ')})
         group by e.model, e.record_id order by e.model, e.record_id
       ) h`,
    )}`,
    params.values,
  );
  const holders = new Map<Model, Holder[]>();
  for (const { model: name, id, before, after } of rows) {
    if (after === null) continue;
    const model = registry.named(name) as Model;
    const holder = { id, before: pastState(model, before), after: pastState(model, after) };
    holders.set(model, [...(holders.get(model) ?? []), holder]);
  }
  return holders;
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
