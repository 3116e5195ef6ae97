import type { Transaction } from '#db/database.ts';

/** The row of the whole tenant has this id in place of a user's. */
export const wholeTenant = '00000000-0000-0000-0000-000000000000';

export interface DailyUse {
  readonly userId: string;
  /** With the request that was just counted. */
  readonly requests: number;
  readonly tokens: number;
  /** YYYY-MM-DD in UTC. */
  readonly day: string;
  /** Until the day ends. */
  readonly seconds: number;
}

/**
 * Counts a request of these users on today's rows, and locks them until the transaction ends. The rows are written in the
 * order of their ids, so two requests cannot wait for each other.
 */
export const addRequest = (tx: Transaction, tenantId: string, userIds: readonly string[]): Promise<DailyUse[]> =>
  tx.query<DailyUse>(
    `insert into ai_daily_use as u (tenant_id, day, user_id, requests, tokens)
     select $1::bigint, (now() at time zone 'utc')::date, id, 1, 0 from unnest($2::uuid[]) id order by id
     on conflict (tenant_id, day, user_id) do update set requests = u.requests + 1
     returning u.user_id as "userId", u.requests::float8 as requests, u.tokens::float8 as tokens, u.day::text as day,
       extract(epoch from (u.day + 1)::timestamp - now() at time zone 'utc')::float8 as seconds`,
    [tenantId, userIds],
  );

export const addTokens = (
  tx: Transaction,
  tenantId: string,
  userIds: readonly string[],
  { day, tokens }: { readonly day: string; readonly tokens: number },
): Promise<unknown> =>
  tx.query(
    `insert into ai_daily_use as u (tenant_id, day, user_id, requests, tokens)
     select $1::bigint, $3::date, id, 0, $4::bigint from unnest($2::uuid[]) id order by id
     on conflict (tenant_id, day, user_id) do update set tokens = u.tokens + excluded.tokens`,
    [tenantId, userIds, day, tokens],
  );

/** Earlier days limit nothing any more. */
export const removeEarlierDays = (tx: Transaction, tenantId: string): Promise<unknown> =>
  tx.query(`delete from ai_daily_use where tenant_id = $1::bigint and day < (now() at time zone 'utc')::date - 1`, [
    tenantId,
  ]);
