/**
 * The values of one statement. Generated SQL never holds a value: `add` keeps it and returns its placeholder.
 * The tenant is always `$1`.
 */
export class Params {
  readonly values: unknown[];

  constructor(tenantId: string) {
    this.values = [tenantId];
  }

  add(value: unknown, type: string): string {
    return `$${this.values.push(value)}::${type}`;
  }
}

/** Sets the tenant and hands it on as a row, in the statement that needs it: no round trip of its own. */
export const tenantScope = `(select set_config('app.tenant', $1::bigint::text, true) as tenant offset 0) scope`;

/**
 * A `from` clause in which `query` runs with the tenant set. `lateral` alone does not make that certain: PostgreSQL pulls a
 * plain subquery up, derives `current_setting(…) = $1` from the two conditions on tenant_id, and checks it before anything
 * runs, so that no row is found. `offset 0` keeps the subquery whole, and `scope.tenant` in it makes it run second.
 */
export const scoped = (alias: string, query: string): string =>
  `${tenantScope} cross join lateral (select * from (${query}) _ offset 0) ${alias}`;

/** The two predicates of every tenant statement: one that a cluster routes by, one that depends on `scope`. */
export const inTenant = (alias: string): string =>
  `${alias}.tenant_id = $1::bigint and ${alias}.tenant_id = scope.tenant::bigint`;

/** A list for `unnest` of values that need no quotes: ids, numbers, ISO times. The driver would look at each of them. */
export const plainArray = (values: readonly (string | number)[]): string => `{${values.join(',')}}`;

/**
 * Begins a statement that PostgreSQL plans for its values each time, because the best plan depends on them: a word that most
 * records have is found by reading in order, a rare one by its index. Such a statement is not prepared.
 */
export const plannedEachTime = '/* planned each time */ ';
