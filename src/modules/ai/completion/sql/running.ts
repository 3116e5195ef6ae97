import type { Transaction } from '#db/database.ts';
import type { Limits } from '../../configuration/setting-shapes.ts';
import { configurationStamp } from '../../configuration/sql/configuration-stamp.ts';
import { type DailyUse, wholeTenant } from '../../limits/sql/daily-use.ts';

/** How long a node may be silent before its completions count as ended. */
const aliveFor = `interval '60 seconds'`;

/** Conditions that must hold before a completion begins. */
export interface Conditions {
  readonly limits: Limits;
  /** See `configurationStamp`; any when undefined. */
  readonly stamp: string | undefined;
}

/** `beginRunning` failed because its conditions do not hold. */
export const isRefused = (error: unknown): boolean => (error as { code?: string }).code === divisionByZero;

const divisionByZero = '22012';

/**
 * SQL that fails when a limit of the day is exceeded or the stamp is another one. An error is the only way to undo the transaction
 * from within a statement, and the commit can be sent with the statement only if that undoes it.
 */
const required = `1 / case when
  case when u.user_id = '${wholeTenant}'::uuid then u.requests > $5::numeric or u.tokens >= $6::numeric
    else u.requests > $7::numeric or u.tokens >= $8::numeric end
  or $9::text <> (select stamp from configuration) then 0 else 1 end`;

/**
 * Notes that a completion runs, and counts it on today's rows of these users, which it locks until the transaction ends. The rows are
 * written in the order of their ids, so two requests cannot wait for each other. With conditions, it fails when they do not hold.
 *
 * Its transaction does not wait for the disk: the provider is called next, which takes longer than the disk, and the end of the
 * completion waits for all that was written before.
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
  /** The day for which it counts; null when it counts for none. */
  readonly day: string | null;
  readonly tokens: number;
  /**
   * True when the commit waits for the disk. Otherwise a crash of the machine in the next moment loses the result, and the completion
   * counts as interrupted.
   */
  readonly waitsForDisk: boolean;
}

/** The completion runs no more, and its tokens are counted. */
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

/** The transaction does not wait for the disk: if the machine itself fails in the next moment, what it wrote may be lost. */
export const commitWithoutDisk = (tx: Transaction): Promise<unknown> =>
  tx.query(`select set_config('synchronous_commit', 'off', true)`);

/** False when it was ended by another node, which took this one for dead. */
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

/** Completions whose node has died, over all tenants. */
export const deadCompletions = (tx: Transaction): Promise<DeadCompletion[]> =>
  tx.query<DeadCompletion>(
    `select r.tenant_id::text as "tenantId", t.account_key as "accountKey", r.log_id as "logId"
     from ai_running r join tenants t on t.id = r.tenant_id
     where r.alive_until < now() order by r.alive_until limit 1000`,
  );
