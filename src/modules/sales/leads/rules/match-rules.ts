import { type Context, queryable } from '#core/context.ts';
import type { Model } from '#core/models/model.ts';
import type { Condition } from '#core/query/filter.ts';
import { compileConditions } from '#core/query/filter-sql.ts';
import { scopedRows, tableAs } from '#core/query/rows.ts';
import { Params, scoped } from '#db/params.ts';

interface Matches {
  readonly id: string;
  /** For each rule: whether the record matches its filter. */
  readonly matched: readonly boolean[];
}

/** Compares existing records with the filters of rules, in one statement. */
export function matchRules(
  context: Context,
  model: Model,
  rules: readonly { readonly conditions: readonly Condition[] }[],
  ids: readonly string[],
): Promise<Matches[]> {
  const params = new Params(context.caller.tenantId);
  const tests = rules.map(({ conditions }) => `(true${compileConditions(conditions, 't', params)}) is true`);
  return queryable(context).query<Matches>(
    `select r.* from ${scoped(
      'r',
      `select t.id, array[${tests.join(', ')}]::boolean[] as matched from ${tableAs(model, 't')}
       where ${scopedRows(model, 't')} and t.id = any(${params.add(ids, 'uuid[]')})`,
    )}`,
    params.values,
  );
}
