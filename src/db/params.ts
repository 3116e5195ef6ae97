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

/**
 * Sets the tenant and hands it on as a row, in the same statement: no round trip of its own. `offset 0` keeps the
 * planner from inlining it, and whoever joins it laterally, or selects from it, runs after it.
 */
export const tenantScope = `(select set_config('app.tenant', $1::bigint::text, true) as tenant offset 0) scope`;

/** The two predicates of every tenant statement: one that a cluster routes by, one that is certain to run after `scope`. */
export const inTenant = (alias: string): string =>
  `${alias}.tenant_id = $1::bigint and ${alias}.tenant_id = scope.tenant::bigint`;
