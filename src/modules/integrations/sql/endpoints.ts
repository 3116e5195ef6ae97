import type { Writing } from '#core/context.ts';
import { notAttempted } from '../delivery/attempt.ts';

/** Events that a paused webhook missed are kept for it this long. */
const keptWhilePaused = '72 hours';

/** The state of delivery that goes with a webhook; it sees events from now on. */
export const addEndpoint = ({ tx, caller }: Writing, id: string): Promise<unknown> =>
  tx.query('insert into webhook_endpoints (tenant_id, webhook_id) values ($1::bigint, $2::uuid)', [
    caller.tenantId,
    id,
  ]);

/** What waited for longer than is kept has failed; the rest goes out now, and old failures are forgotten. */
export async function resumeEndpoint({ tx, caller }: Writing, id: string): Promise<void> {
  await tx.query(
    `update webhook_endpoints set failing_since = null, sends_from = greatest(sends_from, now() - interval '${keptWhilePaused}')
     where tenant_id = $1::bigint and webhook_id = $2::uuid`,
    [caller.tenantId, id],
  );
  await tx.query(
    `update webhook_deliveries set status = 'failed', next_at = null, finished_at = now(), attempts = attempts || $3::jsonb
     where tenant_id = $1::bigint and webhook_id = $2::uuid and claim is null
       and next_at < now() - interval '${keptWhilePaused}'`,
    [
      caller.tenantId,
      id,
      JSON.stringify([notAttempted(`It was not sent: the webhook was paused for more than ${keptWhilePaused}.`)]),
    ],
  );
}

/**
 * The endpoint first: matching holds its row, so no delivery is made behind our back. Then the parcels: without them, no
 * result of what is in flight is taken.
 */
export async function removeEndpoints({ tx, caller }: Writing, ids: readonly string[]): Promise<void> {
  for (const table of ['webhook_endpoints', 'webhook_parcels', 'webhook_deliveries']) {
    await tx.query(`delete from ${table} where tenant_id = $1::bigint and webhook_id = any($2::uuid[])`, [
      caller.tenantId,
      ids,
    ]);
  }
}
