import type { Transaction } from '#db/database.ts';

/** The user id of the row that counts for the whole tenant. */
export const wholeTenant = '00000000-0000-0000-0000-000000000000';

export interface DailyUse {
  readonly userId: string;
  /** Includes the request that was just counted. */
  readonly requests: number;
  readonly tokens: number;
  /** YYYY-MM-DD in UTC. */
  readonly day: string;
  /** Seconds until the day ends. */
  readonly seconds: number;
  /** See `configurationStamp`. */
  readonly stamp: string;
}

/** Removes earlier days, which no limit needs any more. */
export const removeEarlierDays = (tx: Transaction, tenantId: string): Promise<unknown> =>
  tx.query(`delete from ai_daily_use where tenant_id = $1::bigint and day < (now() at time zone 'utc')::date - 1`, [
    tenantId,
  ]);
