import type { Transaction } from '#db/database.ts';
import type { Limits } from '../../configuration/setting-shapes.ts';
import { configurationStamp } from '../../configuration/sql/configuration-stamp.ts';
import { type DailyUse, wholeTenant } from '../../limits/sql/daily-use.ts';

/** A node that has not renewed its lease for this long counts as dead, and its completions as ended. */
const aliveFor = `interval '60 seconds'`;

/** Conditions that must hold before a completion starts. */
export interface Conditions {
  readonly limits: Limits;
  /** See `configurationStamp`. Undefined accepts every stamp. */
  readonly stamp: string | undefined;
}

/** `beginRunning` failed because its conditions do not hold. */
export const isRefused = (error: unknown): boolean => (error as { code?: string }).code === divisionByZero;

const divisionByZero = '22012';

/**
 * SQL that fails when a daily limit is exceeded or the stamp has changed. Only an error undoes the transaction from
 * within a statement, so that the commit can be sent together with the statement.
 */
const required = `1 / case when
  case when u.user_id = '${wholeTenant}'::uuid then u.requests > $5::numeric or u.tokens >= $6::numeric
    else u.requests > $7::numeric or u.tokens >= $8::numeric end
  or $9::text <> (select stamp from configuration) then 0 else 1 end`;

/**
 * Inserts the running completion and counts it on today's rows of these users, which stay locked until the transaction
 * ends. The rows are written in the order of their ids, so that two requests cannot deadlock. With `conditions`, the
 * statement fails when they do not hold.
 *
 * The transaction does not wait for the disk: the call of the provider takes longer than the disk, and the transaction
 * that ends the completion waits for all earlier writes.
 */
export const beginRunning = (
  tx: Transaction,
  tenantId: string,
  logId: string,
  userIds: readonly string[],
  configurationKeys: readonly string[],
  conditions?: Conditions,
): Promise<DailyUse[]> =>
  tx.query<DailyUse>(
    `with quickly as (select set_config('synchronous_commit', 'off', true)), running as (
       insert into ai_running (tenant_id, log_id, alive_until)
       select $1::bigint, $2::uuid, now() + ${aliveFor} from quickly
     ), configuration as (select ${configurationStamp('$4::text[]')} as stamp)
     insert into ai_daily_use as u (tenant_id, day, user_id, requests, tokens)
     select $1::bigint, (now() at time zone 'utc')::date, id, 1, 0 from unnest($3::uuid[]) id order by id
     on conflict (tenant_id, day, user_id) do update set requests = u.requests + 1
     returning u.user_id as "userId", u.requests::float8 as requests, u.tokens::float8 as tokens, u.day::text as day,
       extract(epoch from (u.day + 1)::timestamp - now() at time zone 'utc')::float8 as seconds,
       (select stamp from configuration) as stamp, ${required} as required`,
    [
      ...[tenantId, logId, userIds, configurationKeys],
      conditions?.limits.requestsPerDay ?? null,
      conditions?.limits.tokensPerDay ?? null,
      conditions?.limits.userRequestsPerDay ?? null,
      conditions?.limits.userTokensPerDay ?? null,
      conditions?.stamp ?? null,
    ],
  );

export interface Ended {
  /** Users charged for this completion. */
  readonly userIds: readonly string[];
  /** The day for whose limits the completion counts; null when it counts for none. */
  readonly day: string | null;
  readonly tokens: number;
  /**
   * True when the commit waits for the disk. Otherwise a crash of the machine within moments loses the result, and the
   * completion counts as interrupted.
   */
  readonly waitsForDisk: boolean;
}

/** Removes the running completion and counts its tokens. */
export const endRunning = (
  tx: Transaction,
  tenantId: string,
  logId: string,
  { userIds, day, tokens, waitsForDisk }: Ended,
): Promise<unknown> =>
  tx.query(
    `with disk as (
       select set_config('synchronous_commit', case when $6::boolean then current_setting('synchronous_commit') else 'off' end, true)
         is not null as yes
     ), removed as (
       delete from ai_running where tenant_id = $1::bigint and log_id = $2::uuid and (select yes from disk)
     )
     insert into ai_daily_use as u (tenant_id, day, user_id, requests, tokens)
     select $1::bigint, $4::date, id, 0, $5::bigint from unnest($3::uuid[]) id where $5::bigint > 0 and $4::date is not null order by id
     on conflict (tenant_id, day, user_id) do update set tokens = u.tokens + excluded.tokens`,
    [tenantId, logId, userIds, day, tokens, waitsForDisk],
  );

/**
 * Lets the transaction commit without waiting for the disk: a crash of the machine within moments may lose what it
 * wrote.
 */
export const commitWithoutDisk = (tx: Transaction): Promise<unknown> =>
  tx.query(`select set_config('synchronous_commit', 'off', true)`);

/** False when another node ended the completion, because it took this node for dead. */
export async function removeRunning(tx: Transaction, tenantId: string, logId: string): Promise<boolean> {
  const rows = await tx.query(`delete from ai_running where tenant_id = $1::bigint and log_id = $2::uuid returning 1`, [
    tenantId,
    logId,
  ]);
  return rows.length > 0;
}

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

/** Completions of dead nodes, over all tenants. */
export const deadCompletions = (tx: Transaction): Promise<DeadCompletion[]> =>
  tx.query<DeadCompletion>(
    `select r.tenant_id::text as "tenantId", t.account_key as "accountKey", r.log_id as "logId"
     from ai_running r join tenants t on t.id = r.tenant_id
     where r.alive_until < now() order by r.alive_until limit 1000`,
  );
