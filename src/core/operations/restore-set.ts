import type { Params } from '#db/params.ts';
import type { Context, TransactionContext } from '../context.ts';
import { AppError } from '../errors.ts';
import type { Field, JsonValue } from '../fields/field.ts';
import type { Model } from '../models/model.ts';
import type { Registry } from '../models/registry.ts';
import { type Deletion, type RecordStates, readDeleted, whereDeletionOfRecord } from './deletion-events.ts';
import { isParentReference } from './dependants.ts';
import { idsOf, lockAgainstDelete } from './references.ts';
import type { RecordObject } from './validate.ts';

/** The records that are restored together, by model and id. Parents come before their children. */
export type RestoreSet = RecordStates;

/** The number of records that the request may still restore. `refuse` throws the error for too many. */
export interface RestoreLimit {
  remaining: number;
  refuse(): Promise<never>;
}

/** Adds records, and the descendants that were deleted with them, to the set. */
export async function collectDescendants(
  context: TransactionContext,
  deletion: Deletion,
  model: Model,
  records: ReadonlyMap<string, RecordObject>,
  set: RestoreSet,
  limit: RestoreLimit,
): Promise<void> {
  const collected = set.get(model) ?? new Map<string, RecordObject>();
  const added = [...records].filter(([id]) => !collected.has(id));
  if (added.length === 0) return;
  set.set(model, new Map([...collected, ...added]));
  const isChild = childCondition(
    context.registry,
    model,
    added.map(([id]) => id),
  );
  if (!isChild) return;
  const { found, count } = await readDeleted(context, deletion, isChild, { limit: limit.remaining + 1 });
  if (count > limit.remaining) await limit.refuse();
  limit.remaining -= count;
  for (const [child, states] of found) await collectDescendants(context, deletion, child, states, set, limit);
}

/**
 * SQL condition on a deletion event `e`: its record was a child of a parent. Undefined when the model has no children.
 */
export function childCondition(
  registry: Registry,
  model: Model,
  parents: readonly string[],
): ((params: Params) => string) | undefined {
  const parentReferences = registry.inbound(model).filter(isParentReference);
  if (parentReferences.length === 0) return undefined;
  return (params) => {
    const ids = params.add(parents, 'text[]');
    return parentReferences
      .map(({ model: child, field }) => `e.model = '${child.name}' and e.previous->>'${field.key}' = any(${ids})`)
      .join(' or ');
  };
}

/**
 * Adds records of the same deletion that the set references, and the records that these reference. A restore in batches
 * needs them in the same batch; otherwise the references would be lost.
 */
export async function addReferencedRecords(
  context: TransactionContext,
  deletion: Deletion,
  set: RestoreSet,
): Promise<void> {
  for (;;) {
    const missing = [...(await findMissingTargets(context, set))];
    if (missing.length === 0) return;
    const isMissing = (params: Params) => `e.record_id = any(${params.add(missing, 'uuid[]')})`;
    const { found, count } = await readDeleted(context, deletion, isMissing, {
      limit: missing.length,
      where: whereDeletionOfRecord,
    });
    if (count === 0) return;
    for (const [model, states] of found) set.set(model, new Map([...(set.get(model) ?? []), ...states]));
  }
}

const referencesOf = ({ stored }: Model): Field[] => stored.filter((field) => field.declared.to !== undefined);

/** Adapts the records to the current model: removes references to missing records and adds defaults of new fields. */
export async function prepareForInsert(
  context: TransactionContext,
  set: RestoreSet,
  rootId: string,
  missingTargets?: ReadonlySet<string>,
): Promise<void> {
  const missing = missingTargets ?? (await findMissingTargets(context, set));
  for (const [model, records] of set) {
    for (const [id, record] of records)
      records.set(id, fitCurrentModel(context.registry, model, record, missing, id === rootId));
  }
}

/** Finds missing records that the set references. Existing ones are locked until the transaction ends. */
export async function findMissingTargets(context: Context, set: RestoreSet): Promise<ReadonlySet<string>> {
  const targets = new Map<Model, Set<string>>();
  for (const [model, records] of set) {
    for (const field of referencesOf(model)) {
      const target = context.registry.target(field);
      const ids = targets.get(target) ?? new Set();
      targets.set(target, ids);
      for (const record of records.values()) {
        for (const id of idsOf(record[field.key])) if (!set.get(target)?.has(id)) ids.add(id);
      }
    }
  }
  const missing = new Set<string>();
  for (const [model, ids] of targets) {
    if (ids.size > 0) for (const id of await lockAgainstDelete(context, model, [...ids])) missing.add(id);
  }
  return missing;
}

function fitCurrentModel(
  registry: Registry,
  model: Model,
  record: RecordObject,
  missingTargets: ReadonlySet<string>,
  isRoot: boolean,
): RecordObject {
  const values: Record<string, JsonValue> = { ...record };
  for (const field of model.stored) {
    // A field that was added to the model since gets its default.
    if (!(field.key in values) && !field.type.seal) values[field.key] = field.declared.default ?? null;
  }
  for (const field of referencesOf(model)) {
    const missing = idsOf(values[field.key]).filter((id) => missingTargets.has(id));
    if (missing.length === 0) continue;
    if (field.required && !field.type.array) {
      const target = registry.target(field).label.toLowerCase();
      throw conflict(model, field, isRoot, `names a ${target} that does not exist any more: ${missing}`);
    }
    values[field.key] = field.type.array ? idsOf(values[field.key]).filter((id) => !missingTargets.has(id)) : null;
  }
  const empty = model.stored.find(
    (field) => field.required && field.column !== null && (values[field.key] ?? null) === null,
  );
  if (empty) throw conflict(model, empty, isRoot, 'is required, and the deleted record has no value for it');
  return values;
}

function conflict(model: Model, field: Field, isRoot: boolean, why: string): AppError {
  const fieldName = isRoot ? field.key : `${model.name}.${field.key}`;
  const message = `The ${model.label.toLowerCase()} cannot be restored: ${fieldName} ${why}.`;
  return new AppError('conflict', message, [{ field: fieldName, code: 'conflict', message }]);
}
