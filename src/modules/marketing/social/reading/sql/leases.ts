import type { Transaction } from '#db/database.ts';
import type { TenantName } from '../../tenant-context.ts';

/** Longer than a reading takes: each request has its own time limit. */
const leaseMs = 600_000;

/** An account that this node reads. */
export interface ReadLease extends TenantName {
  readonly connectionId: string;
  readonly failures: number;
  readonly cursor: string | null;
  readonly inboxDue: boolean;
  readonly metricsDue: boolean;
}

/** Takes accounts whose inbox or numbers are due. Runs as the platform. */
export const takeAccounts = (tx: Transaction, node: string, count: number): Promise<ReadLease[]> =>
  tx.query<ReadLease>(
    `with due as (
      select a.tenant_id, a.connection_id from social_accounts a join tenants n on n.id = a.tenant_id
      where a.lease_until <= now() and (a.inbox_at <= now() or a.metrics_at <= now()) and coalesce(a.retry_at, now()) <= now()
        and n.status = 'active'
      order by least(a.inbox_at, a.metrics_at) limit $3::int for update of a skip locked
    ), taken as (
      update social_accounts a set node = $1::uuid, lease_until = now() + $2::float8 * interval '1 millisecond'
      from due d where a.tenant_id = d.tenant_id and a.connection_id = d.connection_id returning a.*
    )
    select t.tenant_id as "tenantId", n.account_key as "accountKey", t.connection_id as "connectionId", t.failures,
      t.inbox_cursor as cursor, t.inbox_at <= now() as "inboxDue", t.metrics_at <= now() as "metricsDue"
    from taken t join tenants n on n.id = t.tenant_id`,
    [node, leaseMs, count],
  );

/** Locks the lease until the transaction ends. False when another node reads the account, or it was removed. */
export async function holdsLease(
  tx: Transaction,
  { tenantId, connectionId }: ReadLease,
  node: string,
): Promise<boolean> {
  const rows = await tx.query(
    `select 1 from social_accounts where tenant_id = $1::bigint and connection_id = $2::uuid and node = $3::uuid for no key update`,
    [tenantId, connectionId, node],
  );
  return rows.length > 0;
}

/** Where the next reading of the inbox begins. */
export const saveCursor = (
  tx: Transaction,
  { tenantId, connectionId }: ReadLease,
  cursor: string | null,
): Promise<unknown> =>
  tx.query(
    `update social_accounts set inbox_cursor = $3::text where tenant_id = $1::bigint and connection_id = $2::uuid`,
    [tenantId, connectionId, cursor],
  );

export interface NextReading {
  /** Null: it was not read, so its time stays. */
  readonly inboxInMs: number | null;
  readonly metricsInMs: number | null;
  readonly failures: number;
}

/** Gives the account back. */
export const releaseAccount = (
  tx: Transaction,
  { tenantId, connectionId }: ReadLease,
  node: string,
  { inboxInMs, metricsInMs, failures }: NextReading,
): Promise<unknown> =>
  tx.query(
    `update social_accounts set node = null, lease_until = '-infinity', failures = $6::int,
       inbox_at = coalesce(clock_timestamp() + $4::float8 * interval '1 millisecond', inbox_at),
       metrics_at = coalesce(clock_timestamp() + $5::float8 * interval '1 millisecond', metrics_at)
     where tenant_id = $1::bigint and connection_id = $2::uuid and node = $3::uuid`,
    [tenantId, connectionId, node, inboxInMs, metricsInMs, failures],
  );
