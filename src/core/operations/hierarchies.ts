import { createHash } from 'node:crypto';
import { Params } from '#db/params.ts';
import type { TransactionContext } from '../context.ts';
import { invalid } from '../errors.ts';
import type { Field } from '../fields/field.ts';
import type { Model } from '../models/model.ts';
import type { RecordObject, Values } from '../models/record.ts';
import { tableAs, tenantRows } from '../query/rows.ts';
import type { ReferenceUpdate } from './restore-statements.ts';

/** More levels than any hierarchy has. Data from before the rule may contain a cycle, which must not be followed forever. */
const maxLevels = 1000;

/**
 * Refuses a parent that is the record itself or one of its descendants. Writes of parents of the same model run one
 * after the other until they commit: two of them together could form a cycle that neither of them sees. A new record
 * has no descendants, so only updates are checked.
 */
export async function requireNoCycles(
  context: TransactionContext,
  model: Model,
  id: string,
  values: Values,
  previous: RecordObject,
): Promise<void> {
  for (const [field, value] of values) {
    if (!field.declared.acyclic || typeof value !== 'string' || value === previous[field.key]) continue;
    await lockHierarchy(context, model, field);
    if (value === id || (await ancestorsOf(context, model, field, value)).has(id))
      throw invalid(field.key, 'cycle', 'must not be the record itself or a record below it');
  }
}

async function lockHierarchy({ tx, caller }: TransactionContext, model: Model, field: Field): Promise<void> {
  const text = `hierarchy ${caller.tenantId} ${model.name} ${field.key}`;
  const number = createHash('sha256').update(text).digest().readBigInt64BE();
  await tx.query('select pg_advisory_xact_lock($1::bigint)', [number.toString()]);
}

/** The ids of the record and of all records above it. */
async function ancestorsOf(
  { tx, caller }: TransactionContext,
  model: Model,
  field: Field,
  id: string,
): Promise<ReadonlySet<string>> {
  const params = new Params(caller.tenantId);
  const rows = await tx.query<{ id: string }>(
    `with recursive above (id, level) as (
       select ${params.add(id, 'uuid')}, 0
       union all
       select ${field.sql('t')}, a.level + 1 from above a join ${tableAs(model, 't')} on ${tenantRows(model, 't')} and t.id = a.id
       where ${field.sql('t')} is not null and a.level < ${maxLevels}
     ) select distinct id from above`,
    params.values,
  );
  return new Set(rows.map((row) => row.id));
}

/**
 * Removes the parents that would form a cycle from references that a restore is about to set: the hierarchy was turned
 * round while the parent was deleted.
 */
export async function withoutCycles(
  context: TransactionContext,
  model: Model,
  updates: readonly ReferenceUpdate[],
): Promise<readonly ReferenceUpdate[]> {
  let kept = updates;
  for (const field of model.stored.filter(({ declared }) => declared.acyclic)) {
    const parents = new Set(kept.map(({ values }) => values.get(field)).filter((value) => typeof value === 'string'));
    if (parents.size > 0) await lockHierarchy(context, model, field);
    for (const parent of parents) {
      const above = await ancestorsOf(context, model, field, parent);
      kept = kept.map((update) =>
        update.values.get(field) === parent && above.has(update.id) ? without(update, field) : update,
      );
    }
  }
  return kept.filter(({ values }) => values.size > 0);
}

const without = ({ id, values }: ReferenceUpdate, field: Field): ReferenceUpdate => ({
  id,
  values: new Map([...values].filter(([other]) => other !== field)),
});
