import type { TransactionContext } from '#core/context.ts';
import { currentPosition } from '#core/events/events.ts';
import { notAttempted } from '../delivery/data/attempt.ts';

/** Statements on `webhook_endpoints`: the delivery state of each webhook. */

/** A paused webhook keeps its missed events for this time. */
const keptWhilePaused = '72 hours';

/**
 * Inserts the delivery state of a new webhook. It starts at the position of the webhook's own event, so that the
 * webhook gets no earlier events.
 */
export const addEndpoint = ({ tx, caller }: TransactionContext, id: string): Promise<unknown> =>
  tx.query(
    `insert into webhook_endpoints (tenant_id, webhook_id, xid) values ($1::bigint, $2::uuid, ${currentPosition})`,
    [caller.tenantId, id],
  );

/** Fails deliveries that have waited for more than 72 hours, makes the others due, and resets the failing state. */
export async function resumeEndpoint(context: TransactionContext, id: string): Promise<void> {
  const { tx, caller } = context;
  await tx.query(
    `update webhook_endpoints set failing_since = null, sends_from = greatest(sends_from, now() - interval '${keptWhilePaused}')
     where tenant_id = $1::bigint and webhook_id = $2::uuid`,
    [caller.tenantId, id],
  );
  await failExpired(context, id);
}

async function failExpired({ tx, caller }: TransactionContext, id: string): Promise<void> {
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
 * First locks the rows that results are written to, because a writer of results locks them before the endpoint. Then deletes
 * the endpoint: matching locks its row too, so no delivery is created at the same time. Results are refused once their batch
 * (`webhook_parcels`) is deleted.
 */
export async function removeEndpoints({ tx, caller }: TransactionContext, ids: readonly string[]): Promise<void> {
  const ofWebhooks = 'where tenant_id = $1::bigint and webhook_id = any($2::uuid[])';
  for (const text of [
    `select from webhook_parcels ${ofWebhooks} for update`,
    `select from webhook_deliveries ${ofWebhooks} and claim is not null for update`,
    `delete from webhook_endpoints ${ofWebhooks}`,
    `delete from webhook_parcels ${ofWebhooks}`,
    `delete from webhook_deliveries ${ofWebhooks}`,
  ]) {
    await tx.query(text, [caller.tenantId, ids]);
  }
}

/** Keeps the current secret as the previous one for an interval. Returns the end of the interval. */
export async function keepPreviousSecret(
  { tx, caller }: TransactionContext,
  webhookId: string,
  interval: string,
): Promise<Date> {
  const [row] = await tx.query<{ until: Date }>(
    `update webhook_endpoints e set previous_secret = w.secret, previous_until = now() + interval '${interval}'
         from integrations_webhooks w
         where e.tenant_id = $1::bigint and e.webhook_id = $2::uuid and w.tenant_id = e.tenant_id and w.id = e.webhook_id
         returning e.previous_until as until`,
    [caller.tenantId, webhookId],
  );
  return row?.until ?? new Date();
}
