import type { Transaction } from '#db/database.ts';
import { notAttempted } from '../data/attempt.ts';
import type { WebhookKey } from '../data/delivery.ts';
import { requeueExpiredBatches } from './batches.ts';

/** A delivery fails after this many interruptions, because it may be what crashes the process. */
const maxInterruptions = 10;
/** Maximum number of expired claims of one webhook that one poll requeues. */
const maxExpired = 1000;

export interface WebhookWork extends WebhookKey {
  /** True when the webhook has due deliveries. */
  readonly due: boolean;
  /** True when the webhook has events after its position. */
  readonly unread: boolean;
}

/**
 * Requeues deliveries whose lease has expired, because their node died or stalled, and returns the webhooks that have work.
 * `order by … limit` makes PostgreSQL read only the first entry of an index, however old its statistics are.
 */
export async function pollForWork(tx: Transaction): Promise<WebhookWork[]> {
  await requeueExpiredBatches(tx);
  const interrupted = notAttempted('The process that was delivering it ended before the result was known.');
  const rows = await tx.query<WebhookWork>(
    `with open as materialized (
      select e.* from webhook_endpoints e
      join integrations_webhooks w on w.tenant_id = e.tenant_id and w.id = e.webhook_id
      join tenants n on n.id = e.tenant_id
      where w.active and n.status = 'active'
    ), expired as materialized (
      select f.tid from webhook_endpoints e cross join lateral (
        select f.ctid as tid from webhook_deliveries f
        where f.tenant_id = e.tenant_id and f.webhook_id = e.webhook_id and f.claim is not null
          and f.next_at < clock_timestamp()
        order by f.next_at limit ${maxExpired} for update skip locked
      ) f
    ), requeued as (
      update webhook_deliveries d set claim = null, interruptions = d.interruptions + 1, attempts = d.attempts || $1::jsonb,
        status = case when d.interruptions >= ${maxInterruptions - 1} then 'failed' when d.tries = 0 then 'pending' else 'retrying' end,
        next_at = case when d.interruptions < ${maxInterruptions - 1} then now() end,
        finished_at = case when d.interruptions >= ${maxInterruptions - 1} then now() end
      from expired f where d.ctid = f.tid
      returning d.webhook_id
    )
    select * from (select o.tenant_id as "tenantId", o.webhook_id as "webhookId",
      o.webhook_id in (select webhook_id from requeued) or (
        select true from webhook_deliveries d
        where d.tenant_id = o.tenant_id and d.webhook_id = o.webhook_id and d.claim is null and d.next_at <= now()
        order by d.next_at limit 1
      ) is not null as due,
      (
        select true from events e where e.tenant_id = o.tenant_id and (e.xid, e.seq) > (o.xid, o.seq)
          and e.occurred_at >= o.read_at - interval '1 day'
        order by e.xid, e.seq limit 1
      ) is not null as unread
    from open o) found where due or unread`,
    [JSON.stringify(interrupted)],
  );
  return rows;
}

/** Tenants that have a webhook. Events of other tenants are not matched. */
export async function tenantsWithWebhooks(tx: Transaction): Promise<string[]> {
  const rows = await tx.query<{ tenantId: string }>('select distinct tenant_id as "tenantId" from webhook_endpoints');
  return rows.map(({ tenantId }) => tenantId);
}
