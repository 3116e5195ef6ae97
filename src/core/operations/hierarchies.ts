import { createHash } from 'node:crypto';
import { Params } from '#db/params.ts';
import type { TransactionContext } from '../context.ts';
import { invalid } from '../errors.ts';
import type { Field } from '../fields/field.ts';
import type { Model } from '../models/model.ts';
import type { RecordObject, Values } from '../models/record.ts';
import { tableAs, tenantRows } from '../query/rows.ts';

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
    if (value === id || (await isAncestor(context, model, field, { id, of: value })))
      throw invalid(field.key, 'cycle', 'must not be the record itself or a record below it');
  }
}

async function lockHierarchy({ tx, caller }: TransactionContext, model: Model, field: Field): Promise<void> {
  const text = `hierarchy ${caller.tenantId} ${model.name} ${field.key}`;
  const number = createHash('sha256').update(text).digest().readBigInt64BE();
  await tx.query('select pg_advisory_xact_lock($1::bigint)', [number.toString()]);
}

/** True when a record is above another one. */
async function isAncestor(
  { tx, caller }: TransactionContext,
  model: Model,
  field: Field,
  { id, of }: { readonly id: string; readonly of: string },
): Promise<boolean> {
  const params = new Params(caller.tenantId);
  const rows = await tx.query(
    `with recursive above (id, level) as (
       select ${field.sql('t')}, 1 from ${tableAs(model, 't')} where ${tenantRows(model, 't')} and t.id = ${params.add(of, 'uuid')}
       union all
       select ${field.sql('t')}, a.level + 1 from above a join ${tableAs(model, 't')} on ${tenantRows(model, 't')} and t.id = a.id
       where a.level < ${maxLevels}
     ) select 1 from above where id = ${params.add(id, 'uuid')} limit 1`,
    params.values,
  );
  return rows.length > 0;
}
