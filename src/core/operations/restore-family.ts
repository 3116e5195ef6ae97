import { inTenant, Params, scoped } from '#db/params.ts';
import type { Context, Writing } from '../context.ts';
import { AppError } from '../errors.ts';
import type { Field, JsonValue } from '../fields/field.ts';
import type { Model } from '../model.ts';
import { pastState } from '../past-state.ts';
import type { Inbound, Registry } from '../registry.ts';
import type { RecordObject } from '../validate.ts';
import { hold, idsOf } from './references.ts';

/** The records that come back together, as they are to be, by model and id; parents come before their children. */
export type Family = Map<Model, Map<string, RecordObject>>;

/** Fills `family` with records and with all that belonged to them and was deleted in the same transaction. */
export async function gatherFamily(
  context: Writing,
  xid: string,
  model: Model,
  records: ReadonlyMap<string, RecordObject>,
  family: Family,
): Promise<void> {
  const known = family.get(model) ?? new Map<string, RecordObject>();
  const fresh = [...records].filter(([id]) => !known.has(id));
  if (fresh.length === 0) return;
  family.set(model, new Map([...known, ...fresh]));
  const owned = context.registry.inbound(model).filter(({ model: child, field }) => child.parent === field);
  if (owned.length === 0) return;
  const ids = fresh.map(([id]) => id);
  for (const [child, found] of await deletedAlong(context, xid, owned, ids)) {
    await gatherFamily(context, xid, child, found, family);
  }
}

/** Children of records that a transaction deleted, unless something happened to them since. */
async function deletedAlong(
  { caller, registry, tx }: Writing,
  xid: string,
  owned: readonly Inbound[],
  parents: readonly string[],
): Promise<Family> {
  const params = new Params(caller.tenantId);
  const transaction = params.add(xid, 'xid8');
  const ids = params.add(parents, 'text[]');
  const kinds = owned.map(
    ({ model, field }) => `e.model = '${model.name}' and e.previous->>'${field.key}' = any(${ids})`,
  );
  const rows = await tx.query<{ model: string; id: string; state: string }>(
    `select d.* from ${scoped(
      'd',
      `select e.model, e.record_id as id, e.previous::text as state from events e
       where ${inTenant('e')} and e.xid = ${transaction} and e.record is null and (${kinds.join(' or ')})
         and (e.xid, e.seq) = (select l.xid, l.seq from events l where ${inTenant('l')} and l.record_id = e.record_id
           order by l.xid desc, l.seq desc limit 1)
       order by e.seq`,
    )}`,
    params.values,
  );
  const found: Family = new Map();
  for (const { model: name, id, state } of rows) {
    const model = registry.named(name) as Model;
    found.set(model, (found.get(model) ?? new Map()).set(id, pastState(model, state)));
  }
  return found;
}

const referencesOf = ({ stored }: Model): Field[] => stored.filter((field) => field.declared.to !== undefined);

/** Brings the records into the form that can be stored now: without references to what is gone, with what is new. */
export async function mendReferences(context: Writing, family: Family, rootId: string): Promise<void> {
  const gone = await findGone(context, family);
  for (const [model, records] of family) {
    for (const [id, record] of records) records.set(id, mended(context.registry, model, record, gone, id === rootId));
  }
}

/** Which of the records that the family points to exist no more. The others are held until the transaction ends. */
async function findGone(context: Context, family: Family): Promise<ReadonlySet<string>> {
  const wanted = new Map<Model, Set<string>>();
  for (const [model, records] of family) {
    for (const field of referencesOf(model)) {
      const target = context.registry.target(field);
      const ids = wanted.get(target) ?? new Set();
      wanted.set(target, ids);
      for (const record of records.values()) {
        for (const id of idsOf(record[field.key])) if (!family.get(target)?.has(id)) ids.add(id);
      }
    }
  }
  const gone = new Set<string>();
  for (const [model, ids] of wanted) {
    if (ids.size > 0) for (const id of await hold(context, model, [...ids])) gone.add(id);
  }
  return gone;
}

function mended(
  registry: Registry,
  model: Model,
  record: RecordObject,
  gone: ReadonlySet<string>,
  isRoot: boolean,
): RecordObject {
  const values: Record<string, JsonValue> = { ...record };
  for (const field of model.stored) {
    // A field that the product got since begins as it does in a new record.
    if (!(field.key in values) && !field.type.seal) values[field.key] = field.declared.default ?? null;
  }
  for (const field of referencesOf(model)) {
    const missing = idsOf(values[field.key]).filter((id) => gone.has(id));
    if (missing.length === 0) continue;
    if (field.required && !field.type.array) {
      const target = registry.target(field).label.toLowerCase();
      throw conflict(model, field, isRoot, `names a ${target} that does not exist any more: ${missing}`);
    }
    values[field.key] = field.type.array ? idsOf(values[field.key]).filter((id) => !gone.has(id)) : null;
  }
  const empty = model.stored.find(
    (field) => field.required && field.column !== null && (values[field.key] ?? null) === null,
  );
  if (empty) throw conflict(model, empty, isRoot, 'is required, and what was deleted has no value for it');
  return values;
}

function conflict(model: Model, field: Field, isRoot: boolean, why: string): AppError {
  const named = isRoot ? field.key : `${model.name}.${field.key}`;
  const message = `The ${model.label.toLowerCase()} cannot be restored: ${named} ${why}.`;
  return new AppError('conflict', message, [{ field: named, code: 'conflict', message }]);
}
