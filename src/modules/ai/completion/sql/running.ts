import type { Transaction } from '#db/database.ts';

/** How long a node may be silent before its completions count as ended. */
const aliveFor = `interval '60 seconds'`;

/**
 * Its transaction does not wait for the disk: the provider is called next, which takes longer than the disk, and the end of the
 * completion waits for all that was written before.
 */
export const addRunning = (tx: Transaction, tenantId: string, logId: string): Promise<unknown> =>
  tx.query(
    `with quickly as (select set_config('synchronous_commit', 'off', true))
     insert into ai_running (tenant_id, log_id, alive_until) select $1::bigint, $2::uuid, now() + ${aliveFor} from quickly`,
    [tenantId, logId],
  );

/** False when it was ended by another node, which took this one for dead. */
export async function removeRunning(tx: Transaction, tenantId: string, logId: string): Promise<boolean> {
  const rows = await tx.query(`delete from ai_running where tenant_id = $1::bigint and log_id = $2::uuid returning 1`, [
    tenantId,
    logId,
  ]);
  return rows.length > 0;
}

/**
 * The transaction does not wait for the disk. If the machine itself fails in the next moment, the completion counts as one
 * that ended with it.
 */
export const removeRunningQuickly = (tx: Transaction, tenantId: string, logId: string): Promise<unknown> =>
  tx.query(
    `with quickly as (select set_config('synchronous_commit', 'off', true) is not null as yes)
     delete from ai_running where tenant_id = $1::bigint and log_id = $2::uuid and (select yes from quickly)`,
    [tenantId, logId],
  );

export const renewRunning = (tx: Transaction, tenantId: string, logIds: readonly string[]): Promise<unknown> =>
  tx.query(
    `update ai_running set alive_until = now() + ${aliveFor} where tenant_id = $1::bigint and log_id = any($2::uuid[])`,
    [tenantId, logIds],
  );

export interface DeadCompletion {
  readonly tenantId: string;
  readonly accountKey: string;
  readonly logId: string;
}

/** Completions whose node has died, over all tenants. */
export const deadCompletions = (tx: Transaction): Promise<DeadCompletion[]> =>
  tx.query<DeadCompletion>(
    `select r.tenant_id::text as "tenantId", t.account_key as "accountKey", r.log_id as "logId"
     from ai_running r join tenants t on t.id = r.tenant_id
     where r.alive_until < now() order by r.alive_until limit 1000`,
  );
