import type { Transaction } from '#db/database.ts';
import { plainArray } from '#db/params.ts';
import type { TenantName } from '../access/platform.ts';

/** A claim of one row. A later claim of the same row has a different `claim`. */
export interface Claimed {
  readonly tenantId: string;
  readonly id: string;
  readonly claim: string | number;
}

/** A row that is due again after a delay. */
export interface Postponed {
  readonly id: string;
  readonly delayMs: number;
}

/** Declares a table whose rows nodes claim. In every piece of SQL, `q` is the row. */
interface Declaration<Later extends Postponed> {
  readonly table: string;
  /** The UUID column that forms the key of a row together with `tenant_id`. */
  readonly key: string;
  /** A claim expires when its node has not renewed it for this time. Nodes renew four times in this time. */
  readonly leaseMs: number;
  /** The column of the claim, and its type. Defaults to `claim`, a UUID that is null while no node has the row. */
  readonly claim?: string;
  readonly claimType?: 'uuid' | 'int';
  /** SQL that is true when a node has the row, for a claim column that is never null. */
  readonly isClaimed?: string;
  /** The column with the time at which the claim was renewed, for a table without `lease_until`. */
  readonly renewedAt?: string;
  /**
   * Set when the table has `started_at`, which is committed before an effect that cannot be repeated. `where` and `set`
   * add a condition and assignments to the start. When the claim of a started row expires, it is unknown whether the
   * effect happened, so the module decides (`lockExpired`). Rows of other tables are claimed again at once.
   */
  readonly starts?: { readonly where?: string; readonly set?: string };
  /**
   * The values that `postpone` writes besides `next_at`: their types by name, and assignments that use them as columns
   * of `p`.
   */
  readonly later?: {
    readonly types: Readonly<Record<Exclude<keyof Later & string, keyof Postponed>, string>>;
    readonly set: string;
  };
}

/** The condition of the due rows to claim, and the columns to return. */
interface ClaimRequest {
  readonly where: string;
  readonly returning: string;
  readonly max: number;
}

/** The time at which the statement began. PostgreSQL can search an index by it, but not by `clock_timestamp()`. */
const now = 'statement_timestamp()';
const activeTenant = `exists (select from tenants n where n.id = $1::bigint and n.status = 'active')`;
const maxExpired = 5000;

/** The SQL of a table with claims and leases: statements, and pieces for the statements of a module. */
export class LeasedTable<Later extends Postponed = Postponed> {
  readonly declared: Declaration<Later>;
  readonly leaseMs: number;
  readonly renewEveryMs: number;
  /**
   * SQL conditions. `isFree`: a node may claim the row. `isDue`: its time has come. `hasExpired`: its node died or lost
   * the database. `isAmong`: it has a claim of `amongParams`.
   */
  readonly isFree: string;
  readonly isDue = `q.next_at <= ${now}`;
  readonly hasExpired: string;
  readonly isAmong: string;
  /** SQL assignments that begin the claim `$2`, renew it, and end it. */
  readonly take: string;
  readonly renewal: string;
  readonly release: string;

  constructor(declared: Declaration<Later>) {
    const { key, leaseMs, claim = 'claim', claimType = 'uuid', renewedAt, starts } = declared;
    const { isClaimed = `q.${claim} is not null` } = declared;
    const lease = `interval '${leaseMs} milliseconds'`;
    const leaseEnded = renewedAt ? `q.${renewedAt} < ${now} - ${lease}` : `q.lease_until < ${now}`;
    this.declared = { ...declared, claim };
    this.leaseMs = leaseMs;
    this.renewEveryMs = leaseMs / 4;
    this.hasExpired = `${isClaimed} and ${leaseEnded}`;
    this.isAmong = `${isClaimed} and (q.tenant_id, q.${key}, q.${claim}) in
      (select * from unnest($1::bigint[], $2::uuid[], $3::${claimType}[]))`;
    this.renewal = renewedAt ? `${renewedAt} = ${now}` : `lease_until = ${now} + ${lease}`;
    this.take = `${claim} = $2::uuid, ${this.renewal}${starts ? ', started_at = null' : ''}`;
    // Rows without `started_at` have a lease that is never null. Without a claim, the lease has ended.
    this.isFree = starts ? `q.${claim} is null` : leaseEnded;
    const freeLease = starts ? 'lease_until = null, started_at = null' : `lease_until = '-infinity'`;
    this.release = renewedAt ? `${renewedAt} = null` : `${claim} = null, ${freeLease}`;
  }

  amongParams(claims: readonly Claimed[]): unknown[] {
    const column = (name: keyof Claimed) => plainArray(claims.map((claim) => claim[name]));
    return [column('tenantId'), column('id'), column('claim')];
  }

  /** The rows of a claim. `tx` must be a transaction of their tenant. */
  of(tx: Transaction, tenantId: string, claim: string): ClaimedRows<Later> {
    return new ClaimedRows(this, tx, tenantId, claim);
  }

  /** Claims rows of all active tenants. Runs as the platform. In `returning`, `n` is the tenant. */
  claimOfAll<Row>(tx: Transaction, claim: string, request: ClaimRequest & { orderBy: string }): Promise<Row[]> {
    const { table, key } = this.declared;
    return tx.query<Row>(
      `with due as materialized (
        select q.tenant_id, q.${key} as id from ${table} q join tenants n on n.id = q.tenant_id
        where ${this.isFree} and ${request.where} and n.status = 'active'
        order by ${request.orderBy} limit $1::int for update of q skip locked
      ), claimed as (
        update ${table} q set ${this.take} from due d where q.tenant_id = d.tenant_id and q.${key} = d.id returning q.*
      )
      select ${request.returning} from claimed q join tenants n on n.id = q.tenant_id`,
      [request.max, claim],
    );
  }

  /** Renews claims of many tenants. Runs as the platform. Returns the claims that this node has lost. */
  async renewAmong<Row extends Claimed>(tx: Transaction, claims: readonly Row[]): Promise<Row[]> {
    const set = `update ${this.declared.table} q set ${this.renewal} where ${this.isAmong}`;
    const renewed = await this.change(tx, set, this.amongParams(claims));
    return claims.filter(({ id }) => !renewed.has(id));
  }

  /** Tenants with rows whose claim has expired. Runs as the platform. */
  tenantsWithExpired(tx: Transaction): Promise<TenantName[]> {
    return tx.query(
      `select distinct q.tenant_id as "tenantId", n.account_key as "accountKey"
       from ${this.declared.table} q join tenants n on n.id = q.tenant_id where ${this.hasExpired}`,
    );
  }

  /** Ends expired claims of rows of a tenant that were not started, so that they can be claimed again. */
  releaseExpired(tx: Transaction, tenantId: string): Promise<unknown> {
    const where = `q.tenant_id = $1::bigint and ${this.hasExpired} and q.started_at is null`;
    return this.change(tx, `update ${this.declared.table} q set ${this.release} where ${where}`, [tenantId]);
  }

  /** Locks started rows whose claim has expired until the transaction ends, so that no node renews their claims. */
  lockExpired<Row>(tx: Transaction, tenantId: string, returning: string): Promise<({ claim: string } & Row)[]> {
    const { table, key, claim } = this.declared;
    return tx.query(
      `select q.${claim} as claim, ${returning} from ${table} q
       where q.tenant_id = $1::bigint and ${this.hasExpired} and q.started_at is not null
       order by q.${key} limit ${maxExpired} for update skip locked`,
      [tenantId],
    );
  }

  /**
   * SQL of a recursive CTE with the time of the first waiting row of each queue. A queue has the rows with the same
   * values in `columns`. The CTE jumps from one queue to the next in an index over `columns` and `next_at`, so it reads
   * one row of each queue, even if a million rows wait.
   */
  queues(name: string, columns: readonly string[], where = 'true'): string {
    const list = (alias: string) => columns.map((column) => `${alias}.${column}`).join(', ');
    const first = (after: string) => `select ${list('q')}, q.next_at from ${this.declared.table} q
      where ${where} and ${this.isFree}${after} order by ${list('q')}, q.next_at limit 1`;
    return `${name} as (
      (${first('')}) union all
      select f.* from ${name} b cross join lateral (${first(` and (${list('q')}) > (${list('b')})`)}) f
    )`;
  }

  /** Runs a statement. Returns the keys of the changed rows. */
  async change(tx: Transaction, text: string, values: readonly unknown[]): Promise<Set<string>> {
    const rows = await tx.query<{ id: string }>(`${text} returning q.${this.declared.key} as id`, values);
    return new Set(rows.map(({ id }) => id));
  }
}

/** The statements for the rows of one claim. In the SQL, `$1` is the tenant, `$2` the claim and `$3` the keys. */
class ClaimedRows<Later extends Postponed> {
  readonly #table: LeasedTable<Later>;
  readonly #tx: Transaction;
  readonly #values: readonly string[];
  readonly #where: string;

  constructor(table: LeasedTable<Later>, tx: Transaction, tenantId: string, claim: string) {
    this.#table = table;
    this.#tx = tx;
    this.#values = [tenantId, claim];
    this.#where = `where q.tenant_id = $1::bigint and q.${table.declared.claim} = $2::uuid`;
  }

  /**
   * Claims due rows of an active tenant, in the order in which they are due. In `where`, `values` are `$3` and
   * following.
   */
  claim<Row>({ where, returning, max }: ClaimRequest, values: readonly unknown[] = []): Promise<Row[]> {
    const { declared, isFree, isDue, take } = this.#table;
    const { table, key } = declared;
    // The limit is a literal, so that PostgreSQL plans for it.
    return this.#tx.query<Row>(
      `with due as materialized (
        select q.${key} as id, q.next_at as due_at from ${table} q
        where q.tenant_id = $1::bigint and ${where} and ${isFree} and ${isDue} and ${activeTenant}
        order by q.next_at, q.${key} limit ${Math.trunc(max)} for update skip locked
      ), claimed as (
        update ${table} q set ${take} from due where q.tenant_id = $1::bigint and q.${key} = due.id returning q.*, due.due_at
      )
      select ${returning} from claimed q order by q.due_at, q.${key}`,
      [...this.#values, ...values],
    );
  }

  renew(): Promise<unknown> {
    return this.#change(this.#update(this.#table.renewal), this.#where);
  }

  /** Locks a row until the transaction ends. Returns false when the claim does not have it, or `where` is not true. */
  async lock(id: string, where = 'true'): Promise<boolean> {
    const { table, key } = this.#table.declared;
    const text = `select 1 from ${table} q ${this.#where} and q.${key} = $3::uuid and ${where} for no key update`;
    return (await this.#tx.query(text, [...this.#values, id])).length > 0;
  }

  /**
   * Marks rows of an active tenant as started. Returns the keys of those that may start; the claim has lost the others,
   * or their condition is no longer true.
   */
  start(ids: readonly string[]): Promise<Set<string>> {
    const { set, where } = this.#table.declared.starts ?? {};
    const started = this.#update(`started_at = ${now}, ${this.#table.renewal}${set ? `, ${set}` : ''}`);
    return this.#changeRows(started, ids, ` and ${activeTenant}${where ? ` and ${where}` : ''}`);
  }

  /** Deletes rows whose result is known. Returns the keys of those that the claim still had. */
  finish(ids: readonly string[]): Promise<Set<string>> {
    return this.#changeRows(`delete from ${this.#table.declared.table} q`, ids);
  }

  /** Makes rows due again after their delays. Returns the keys of those that the claim still had. */
  async postpone(rows: readonly Later[]): Promise<Set<string>> {
    if (rows.length === 0) return new Set();
    const { key, later } = this.#table.declared;
    const columns = Object.entries<string>({ id: 'uuid', delayMs: 'float8', ...later?.types });
    const nextAt = `next_at = ${now} + p."delayMs" * interval '1 millisecond'`;
    const values = columns.map(([name]) => rows.map((row) => (row as Readonly<Record<string, unknown>>)[name] ?? null));
    return this.#change(
      `${this.#update([this.#table.release, nextAt, ...(later ? [later.set] : [])].join(', '))}
       from unnest(${columns.map(([, type], n) => `$${n + 3}::${type}[]`)}) p(${columns.map(([name]) => `"${name}"`)})`,
      `${this.#where} and q.${key} = p.id`,
      values,
    );
  }

  /** Ends the claim for its rows that were not started. */
  release(): Promise<unknown> {
    return this.#change(this.#update(this.#table.release), `${this.#where} and q.started_at is null`);
  }

  #update(set: string): string {
    return `update ${this.#table.declared.table} q set ${set}`;
  }

  async #changeRows(text: string, ids: readonly string[], where = ''): Promise<Set<string>> {
    if (ids.length === 0) return new Set();
    return this.#change(text, `${this.#where} and q.${this.#table.declared.key} = any($3::uuid[])${where}`, [ids]);
  }

  #change(text: string, where: string, values: readonly unknown[] = []): Promise<Set<string>> {
    return this.#table.change(this.#tx, `${text} ${where}`, [...this.#values, ...values]);
  }
}
