import type { TransactionContext } from '#core/context.ts';
import type { Field } from '#core/fields/field.ts';
import { pointsTo } from '#core/operations/statements.ts';
import { conditionReads } from '#core/query/condition-reads.ts';
import { tableAs, tenantRows } from '#core/query/rows.ts';
import { Params } from '#db/params.ts';
import { salesModel } from '../../sales-model.ts';
import type { Scored, ScoringRule } from '../../scoring/read-rules.ts';
import type { News } from './news.ts';

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
  const { through } = conditionReads(rules.flatMap(({ conditions }) => conditions));
  for (const { reference, model: target } of through) {
    const changed = news.flatMap(({ model, id }) => (model === target.name && id !== null ? [id] : []));
    if (changed.length > 0) ids.push(...(await referrers(context, scored, reference, changed)));
  }
  return ids;
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
