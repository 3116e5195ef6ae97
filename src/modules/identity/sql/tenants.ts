import { accountSuspended } from '#core/access/tenants.ts';
import type { TransactionContext } from '#core/context.ts';
import type { Registry } from '#core/models/registry.ts';
import { type LogPage, maxCounted } from '#core/query/log-pages.ts';
import type { Queryable, Transaction } from '#db/database.ts';

export interface TenantRow {
  readonly id: string;
  readonly accountKey: string;
  readonly plan: string;
  readonly status: string;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly suspendedAt: Date | null;
  readonly reason: string | null;
  readonly createdAt: Date;
}

const columns = `id, account_key as "accountKey", plan, status, settings, suspended_at as "suspendedAt",
  suspended_reason as reason, created_at as "createdAt"`;

/** Inserts a tenant. Undefined when another tenant has the key. */
export async function insertTenant(
  tx: Transaction,
  accountKey: string,
  plan: string,
): Promise<{ id: string; createdAt: Date } | undefined> {
  const [created] = await tx.query<{ id: string; createdAt: Date }>(
    `insert into tenants (account_key, plan, screens_made_at) values ($1::text, $2::text, now())
     on conflict (account_key) do nothing returning id, created_at as "createdAt"`,
    [accountKey, plan],
  );
  return created;
}

export async function findTenant(db: Queryable, accountKey: string): Promise<TenantRow | undefined> {
  const [row] = await db.query<TenantRow>(`select ${columns} from tenants where account_key = $1::text`, [accountKey]);
  return row;
}

export const tenantStatuses = ['active', 'suspended'] as const;

interface TenantSearch {
  /** Selects accounts whose key contains this text. */
  readonly q: string | null;
  readonly statuses: readonly string[] | null;
}

/** Tenants by key, one more than the page needs, and their total, counted up to `maxCounted` + 1. */
export async function findTenants(
  db: Queryable,
  { q, statuses }: TenantSearch,
  { limit, offset, before }: LogPage,
): Promise<{ rows: TenantRow[]; counted: number }> {
  const found = `($1::text is null or position(lower($1::text) in account_key) > 0)
    and ($2::text[] is null or status = any($2::text[]))`;
  const [rows, [total]] = await Promise.all([
    db.query<TenantRow>(
      `select ${columns} from tenants where ${found} and ($3::text is null or account_key > $3::text)
       order by account_key limit $4::int offset $5::bigint`,
      [q, statuses, before, limit + 1, offset],
    ),
    db.query<{ counted: number }>(
      `select count(*)::int as counted from (select 1 from tenants where ${found} limit ${maxCounted + 1}) t`,
      [q, statuses],
    ),
  ]);
  return { rows, counted: total?.counted ?? 0 };
}

/** Reads the database, because the cached tenant of this node may be older than the suspension. */
export async function requireNotSuspended({ tx, caller }: TransactionContext): Promise<void> {
  const [row] = await tx.query<{ status: string }>('select status from tenants where id = $1::bigint', [
    caller.tenantId,
  ]);
  if (row?.status === 'suspended') throw accountSuspended();
}

/** Locks the tenant's row until the transaction ends. */
export async function lockTenant(tx: Transaction, accountKey: string): Promise<TenantRow | undefined> {
  const [row] = await tx.query<TenantRow>(`select ${columns} from tenants where account_key = $1::text for update`, [
    accountKey,
  ]);
  return row;
}

/** Suspends a tenant, and keeps the first `suspended_at`. The trigger of the table notifies every node. */
export async function suspendTenant(tx: Transaction, id: string, reason: string | null): Promise<TenantRow> {
  const [row] = await tx.query<TenantRow>(
    `update tenants set status = 'suspended', suspended_at = coalesce(suspended_at, now()), suspended_reason = $2::text
     where id = $1::bigint returning ${columns}`,
    [id, reason],
  );
  return row as TenantRow;
}

export async function reactivateTenant(tx: Transaction, id: string): Promise<TenantRow> {
  const [row] = await tx.query<TenantRow>(
    `update tenants set status = 'active', suspended_at = null, suspended_reason = null
     where id = $1::bigint returning ${columns}`,
    [id],
  );
  return row as TenantRow;
}

/**
 * Makes the webhook delivery of every node read the tenant's status again after the commit, to release or resume its
 * deliveries. Without the notification the nodes notice seconds later.
 */
export const notifyWebhookDelivery = (tx: Transaction, id: string): Promise<unknown> =>
  tx.query(`select pg_notify('atrium_webhooks', $1::text)`, [id]);

export async function mergeSettings(
  tx: Transaction,
  id: string,
  settings: Readonly<Record<string, unknown>>,
): Promise<TenantRow> {
  const [row] = await tx.query<TenantRow>(
    `update tenants set settings = settings || $2::jsonb where id = $1::bigint returning ${columns}`,
    [id, JSON.stringify(settings)],
  );
  return row as TenantRow;
}

/**
 * Switches the transaction to another tenant while `run` runs. Only success restores the setting, because a failure
 * rolls back the transaction, and the setting with it.
 */
export async function inOtherTenant<T>(tx: Transaction, tenantId: string, run: () => Promise<T>): Promise<T> {
  const [scope] = await tx.query<{ before: string }>(
    `select coalesce(current_setting('app.tenant', true), '') as before`,
  );
  const set = (id: string) => tx.query(`select set_config('app.tenant', $1::text, true)`, [id]);
  await set(tenantId);
  const result = await run();
  await set(scope?.before ?? '');
  return result;
}

interface Counts {
  readonly users: number;
  readonly records: number;
}

/**
 * Counts exactly, in one statement. Planning it takes longer than running it, so its text is kept short enough to be
 * prepared.
 */
export async function countRecords(tx: Transaction, registry: Registry, tenantId: string): Promise<Counts> {
  const tables = [...new Set(registry.models.map(({ table }) => table))];
  const count = (table: string) => `(select count(*) from ${table} where tenant_id = $1::bigint)`;
  const [row] = await tx.query<Counts>(
    `select ${count('identity_users')}::int as users, (${tables.map(count).join(' + ')})::float8 as records`,
    [tenantId],
  );
  return row as Counts;
}

/** The next tenants without default screens, in order of their ids. */
export const findWithoutScreens = (db: Queryable, after: string): Promise<{ id: string; accountKey: string }[]> =>
  db.query(
    `select id, account_key as "accountKey" from tenants where screens_made_at is null and id > $1::bigint
     order by id limit 100`,
    [after],
  );

/** True when the caller must create the default screens of a tenant. */
export async function claimScreens(tx: Transaction, id: string): Promise<boolean> {
  const rows = await tx.query(
    'update tenants set screens_made_at = now() where id = $1::bigint and screens_made_at is null returning id',
    [id],
  );
  return rows.length > 0;
}
