/**
 * The values of one statement. Generated SQL never contains a value: `add` stores it and returns its placeholder.
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

/** Only the values, in the order of `Params`, for a statement whose text is cached. */
export class ParamValues {
  readonly values: unknown[];

  constructor(tenantId: string) {
    this.values = [tenantId];
  }

  add(value: unknown): string {
    this.values.push(value);
    return '';
  }
}

/**
 * Accepts the parameters of a statement. One description of them gives its text, with `Params`, and its values, with
 * `ParamValues`.
 */
export type ParamSink = Pick<Params, 'add'>;

/** Sets the tenant and returns it as a row, within the statement that needs it, which costs no round trip. */
export const tenantScope = `(select set_config('app.tenant', $1::bigint::text, true) as tenant offset 0) scope`;

/**
 * A `from` clause that runs `query` with the tenant set. `lateral` alone does not guarantee that: PostgreSQL pulls up a
 * plain subquery, derives `current_setting(…) = $1` from the two conditions on tenant_id, and evaluates that before
 * `set_config` runs, so that no row is found. `offset 0` prevents the pull-up, and `scope.tenant` makes `query` run
 * second.
 */
export const scoped = (alias: string, query: string): string =>
  `${tenantScope} cross join lateral (select * from (${query}) _ offset 0) ${alias}`;

/** The two predicates of every tenant statement: one routes in a sharded cluster, the other depends on `scope`. */
export const inTenant = (alias: string): string =>
  `${alias}.tenant_id = $1::bigint and ${alias}.tenant_id = scope.tenant::bigint`;

/**
 * An array for `unnest` of values that need no quotes: ids, numbers, ISO times. The driver would check each of them for
 * quotes.
 */
export const plainArray = (values: readonly (string | number)[]): string => `{${values.join(',')}}`;

/**
 * The prefix of a statement that is not prepared, so that PostgreSQL plans it for its values each time. The best plan
 * depends on them: a word that most records have is found by reading in order, a rare one by its index.
 */
export const plannedEachTime = '/* planned each time */ ';
