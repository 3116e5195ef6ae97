import type { TransactionContext } from '#core/context.ts';
import { currentPosition } from '#core/events/events.ts';
import { notAttempted } from '../delivery/attempt.ts';

/** Events that a paused webhook missed are kept for it this long. */
const keptWhilePaused = '72 hours';

/** The state of delivery of a new webhook. It begins at the place of its own event, behind the transaction that makes it. */
export const addEndpoint = ({ tx, caller }: TransactionContext, id: string): Promise<unknown> =>
  tx.query(
    `insert into webhook_endpoints (tenant_id, webhook_id, xid) values ($1::bigint, $2::uuid, ${currentPosition})`,
    [caller.tenantId, id],
  );

/** What waited for longer than is kept has failed; the rest goes out now, and old failures are forgotten. */
export async function resumeEndpoint({ tx, caller }: TransactionContext, id: string): Promise<void> {
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
 * What results are being written to is locked first, for whoever writes them may want the endpoint next. Then the endpoint
 * goes: matching holds its row, so no delivery is made behind our back. Without its parcel, no result is taken any more.
 */
export async function removeEndpoints({ tx, caller }: TransactionContext, ids: readonly string[]): Promise<void> {
  const theirs = 'where tenant_id = $1::bigint and webhook_id = any($2::uuid[])';
  for (const text of [
    `select from webhook_parcels ${theirs} for update`,
    `select from webhook_deliveries ${theirs} and claim is not null for update`,
    `delete from webhook_endpoints ${theirs}`,
    `delete from webhook_parcels ${theirs}`,
    `delete from webhook_deliveries ${theirs}`,
  ]) {
    await tx.query(text, [caller.tenantId, ids]);
  }
}
