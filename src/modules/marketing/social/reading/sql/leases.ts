import type { TenantName } from '#core/access/platform.ts';
import { LeasedTable } from '#core/queue/leased-table.ts';
import type { Transaction } from '#db/database.ts';

/** The lease lasts longer than a reading, because each request has its own time limit. */
export const accountTable = new LeasedTable({
  table: 'social_accounts',
  key: 'connection_id',
  claim: 'node',
  leaseMs: 600_000,
});

/** An account that this node is reading. */
export interface ReadLease extends TenantName {
  readonly connectionId: string;
  readonly failures: number;
  readonly cursor: string | null;
  readonly inboxDue: boolean;
  readonly metricsDue: boolean;
}

/** Claims accounts whose inbox or numbers are due. Runs as the platform. */
export const claimAccounts = (tx: Transaction, node: string, max: number): Promise<ReadLease[]> =>
  accountTable.claimOfAll<ReadLease>(tx, node, {
    where: '(q.inbox_at <= now() or q.metrics_at <= now()) and coalesce(q.retry_at, now()) <= now()',
    orderBy: 'least(q.inbox_at, q.metrics_at)',
    max,
    returning: `q.tenant_id as "tenantId", n.account_key as "accountKey", q.connection_id as "connectionId", q.failures,
      q.inbox_cursor as cursor, q.inbox_at <= now() as "inboxDue", q.metrics_at <= now() as "metricsDue"`,
  });

/** Writes the position of the next reading of the inbox. */
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
  /** Null when the inbox was not read, so its time stays. */
  readonly inboxInMs: number | null;
  readonly metricsInMs: number | null;
  readonly failures: number;
}

/** Releases the account. */
export const releaseAccount = (
  tx: Transaction,
  { tenantId, connectionId }: ReadLease,
  node: string,
  { inboxInMs, metricsInMs, failures }: NextReading,
): Promise<unknown> =>
  tx.query(
    `update social_accounts set ${accountTable.release}, failures = $6::int,
       inbox_at = coalesce(clock_timestamp() + $4::float8 * interval '1 millisecond', inbox_at),
       metrics_at = coalesce(clock_timestamp() + $5::float8 * interval '1 millisecond', metrics_at)
     where tenant_id = $1::bigint and connection_id = $2::uuid and node = $3::uuid`,
    [tenantId, connectionId, node, inboxInMs, metricsInMs, failures],
  );
