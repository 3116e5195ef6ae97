import type { Params } from '#db/params.ts';
import type { Context, TransactionContext } from '../context.ts';
import { AppError } from '../errors.ts';
import type { Field, JsonValue } from '../fields/field.ts';
import type { Model } from '../models/model.ts';
import type { Registry } from '../models/registry.ts';
import { type Deletion, ofDeletionAndRecord, readDeleted, type States } from './deletion-events.ts';
import { isOwned } from './dependants.ts';
import { hold, idsOf } from './references.ts';
import type { RecordObject } from './validate.ts';

/** The records that come back together, as they are to be, by model and id; parents come before their children. */
export type Family = States;

/** How many more records the request may restore; `refuse` says what happens when there are more. */
export interface Room {
  left: number;
  refuse(): Promise<never>;
}

/** Fills `family` with records and with all that belonged to them and was deleted along with them. */
export async function gatherFamily(
  context: TransactionContext,
  deletion: Deletion,
  model: Model,
  records: ReadonlyMap<string, RecordObject>,
  family: Family,
  room: Room,
): Promise<void> {
  const known = family.get(model) ?? new Map<string, RecordObject>();
  const fresh = [...records].filter(([id]) => !known.has(id));
  if (fresh.length === 0) return;
  family.set(model, new Map([...known, ...fresh]));
  const children = childrenOf(
    context.registry,
    model,
    fresh.map(([id]) => id),
  );
  if (!children) return;
  const { found, count } = await readDeleted(context, deletion, children, { limit: room.left + 1 });
  if (count > room.left) await room.refuse();
  room.left -= count;
  for (const [child, states] of found) await gatherFamily(context, deletion, child, states, family, room);
}

/** The condition on a delete event `e` that its record belonged to one of the parents; undefined when nothing can. */
export function childrenOf(
  registry: Registry,
  model: Model,
  parents: readonly string[],
): ((params: Params) => string) | undefined {
  const owned = registry.inbound(model).filter(isOwned);
  if (owned.length === 0) return undefined;
  return (params) => {
    const ids = params.add(parents, 'text[]');
    return owned
      .map(({ model: child, field }) => `e.model = '${child.name}' and e.previous->>'${field.key}' = any(${ids})`)
      .join(' or ');
  };
}

/**
 * Adds deleted records that the family points to and that the same delete took away, and what these point to. A restore in
 * batches needs them in the same batch, or their references would be lost.
 */
export async function addReferenced(context: TransactionContext, deletion: Deletion, family: Family): Promise<void> {
  for (;;) {
    const gone = [...(await findGone(context, family))];
    if (gone.length === 0) return;
    const among = (params: Params) => `e.record_id = any(${params.add(gone, 'uuid[]')})`;
    const { found, count } = await readDeleted(context, deletion, among, {
      limit: gone.length,
      within: ofDeletionAndRecord,
    });
    if (count === 0) return;
    for (const [model, states] of found) family.set(model, new Map([...(family.get(model) ?? []), ...states]));
  }
}

const referencesOf = ({ stored }: Model): Field[] => stored.filter((field) => field.declared.to !== undefined);

/** Brings the records into the form that can be stored now: without references to what is gone, with what is new. */
export async function mendReferences(
  context: TransactionContext,
  family: Family,
  rootId: string,
  missing?: ReadonlySet<string>,
): Promise<void> {
  const gone = missing ?? (await findGone(context, family));
  for (const [model, records] of family) {
    for (const [id, record] of records) records.set(id, mended(context.registry, model, record, gone, id === rootId));
  }
}

/** Which of the records that the family points to exist no more. The others are held until the transaction ends. */
export async function findGone(context: Context, family: Family): Promise<ReadonlySet<string>> {
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
