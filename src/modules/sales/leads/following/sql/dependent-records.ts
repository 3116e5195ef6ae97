import type { TransactionContext } from '#core/context.ts';
import type { Field } from '#core/fields/field.ts';
import { pointsTo } from '#core/operations/statements.ts';
import type { Condition } from '#core/query/filter.ts';
import { tableAs, tenantRows } from '#core/query/rows.ts';
import { Params } from '#db/params.ts';
import { salesModel } from '../../sales-model.ts';
import type { Scored, ScoringRule } from '../../scoring/read-rules.ts';
import type { News } from '../news.ts';

/** More records than this depend on one record only in segments that are scored again with the next change of their own. */
const maxDependent = 5000;

/** Records that refer to a changed record, where a filter reads that record: `accountId.annualRevenue`. */
export async function findDependent(
  context: TransactionContext,
  scored: Scored,
  rules: readonly Pick<ScoringRule, 'conditions'>[],
  news: readonly News[],
): Promise<string[]> {
  const ids: string[] = [];
  for (const [field, target] of throughReferences(rules.flatMap(({ conditions }) => conditions))) {
    const changed = news.flatMap(({ model, id }) => (model === target && id !== null ? [id] : []));
    if (changed.length > 0) ids.push(...(await referrers(context, scored, field, changed)));
  }
  return ids;
}

/** The references through which filters read other records, with the names of their models. */
function throughReferences(conditions: readonly Condition[]): Map<Field, string> {
  const found = new Map<Field, string>();
  for (const condition of conditions) {
    const nested = 'anyOf' in condition ? condition.anyOf.flat() : 'not' in condition ? condition.not : [];
    for (const [field, target] of throughReferences(nested)) found.set(field, target);
    if ('through' in condition && condition.through) {
      const { field, grant } = condition.through;
      found.set(field, grant.model.name);
    }
  }
  return found;
}

async function referrers(
  context: TransactionContext,
  scored: Scored,
  field: Field,
  ids: readonly string[],
): Promise<string[]> {
  const params = new Params(context.caller.tenantId);
  const model = salesModel(context, scored);
  const rows = await context.tx.query<{ id: string }>(
    `select t.id from ${tableAs(model, 't')} where ${tenantRows(model, 't')}
       and ${pointsTo({ model, field }, 't', params.add(ids, 'uuid[]'))} limit ${maxDependent}`,
    params.values,
  );
  return rows.map(({ id }) => id);
}
