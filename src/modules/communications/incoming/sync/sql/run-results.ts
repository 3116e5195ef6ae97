import type { Transaction } from '#db/database.ts';

export interface LeaseResult {
  readonly state: string;
  readonly failures: number;
  readonly nextInMs: number;
  /** The reason of the failure; null when the run succeeded. */
  readonly error: string | null;
  /** The start of the run: it answers requests that were made before. */
  readonly begunAt: Date;
}

/** Writes the result of a run. A mailbox that was paused meanwhile stays paused. */
export const saveLeaseResult = (
  tx: Transaction,
  tenantId: string,
  connectionId: string,
  { state, failures, nextInMs, error, begunAt }: LeaseResult,
): Promise<unknown> =>
  tx.query(
    `update mailbox_leases set failures = $4::int, answer = $6::text,
       state = case when next_at = 'infinity' then state else $3::text end,
       next_at = case when next_at = 'infinity' then next_at else now() + $5::float8 * interval '1 millisecond' end,
       synced_at = case when $6::text is null then now() else synced_at end,
       answered_at = case when requested_at <= $7::timestamptz then now() else answered_at end
     where tenant_id = $1::bigint and connection_id = $2::uuid`,
    [tenantId, connectionId, state, failures, nextInMs, error, begunAt.toISOString()],
  );

/** Asks the node of a mailbox to read it now. Returns the time of the request; undefined when it is disconnected. */
export async function requestRun(tx: Transaction, tenantId: string, connectionId: string): Promise<Date | undefined> {
  const [row] = await tx.query<{ at: Date }>(
    `update mailbox_leases set requested_at = clock_timestamp(), next_at = case when next_at = 'infinity' then next_at else least(next_at, now()) end
     where tenant_id = $1::bigint and connection_id = $2::uuid returning requested_at as at`,
    [tenantId, connectionId],
  );
  return row?.at;
}

export interface RunAnswer {
  readonly answered: boolean;
  readonly error: string | null;
}

/** Undefined when the mailbox was disconnected. */
export async function readAnswer(
  tx: Transaction,
  tenantId: string,
  connectionId: string,
  since: Date,
): Promise<RunAnswer | undefined> {
  const [row] = await tx.query<RunAnswer>(
    `select coalesce(answered_at >= $3::timestamptz, false) as answered, answer as error from mailbox_leases
     where tenant_id = $1::bigint and connection_id = $2::uuid`,
    [tenantId, connectionId, since.toISOString()],
  );
  return row;
}
