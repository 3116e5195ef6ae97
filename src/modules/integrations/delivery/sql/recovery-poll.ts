import type { Transaction } from '#db/database.ts';
import { notAttempted } from '../attempt.ts';
import type { Endpoint } from '../delivery.ts';
import { unpackLapsed } from './batches.ts';

/** A delivery that ends its process each time is given up after this many. */
const maxInterruptions = 10;
/** Taken back from one webhook at a time. */
const maxAtOnce = 1000;

export interface Surveyed extends Endpoint {
  readonly due: boolean;
  readonly unread: boolean;
}

/**
 * Looks at every webhook once: which have deliveries due, which have events they have not seen, and which have deliveries
 * whose node did not come back within the lease; those are due again. This is what finds the work of a node that died.
 * `order by` is what makes PostgreSQL take the first entry of an index, however old its statistics are, and no more.
 */
export async function survey(tx: Transaction): Promise<Surveyed[]> {
  await unpackLapsed(tx);
  const interrupted = notAttempted('The process that was delivering it ended before the result was known.');
  const rows = await tx.query<Surveyed>(
    `with open as materialized (
      select e.* from webhook_endpoints e
      join integrations_webhooks w on w.tenant_id = e.tenant_id and w.id = e.webhook_id
      join tenants n on n.id = e.tenant_id
      where w.active and n.status = 'active'
    ), silent as materialized (
      select f.place from webhook_endpoints e cross join lateral (
        select f.ctid as place from webhook_deliveries f
        where f.tenant_id = e.tenant_id and f.webhook_id = e.webhook_id and f.claim is not null
          and f.next_at < clock_timestamp()
        order by f.next_at limit ${maxAtOnce} for update skip locked
      ) f
    ), lapsed as (
      update webhook_deliveries d set claim = null, interruptions = d.interruptions + 1, attempts = d.attempts || $1::jsonb,
        status = case when d.interruptions >= ${maxInterruptions - 1} then 'failed' when d.tries = 0 then 'pending' else 'retrying' end,
        next_at = case when d.interruptions < ${maxInterruptions - 1} then now() end,
        finished_at = case when d.interruptions >= ${maxInterruptions - 1} then now() end
      from silent f where d.ctid = f.place
      returning d.webhook_id
    )
    select * from (select o.tenant_id as "tenantId", o.webhook_id as "webhookId",
      o.webhook_id in (select webhook_id from lapsed) or (
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

/** Tenants that have a webhook: only their events are looked at. */
export async function tenantsWithWebhooks(tx: Transaction): Promise<string[]> {
  const rows = await tx.query<{ tenantId: string }>('select distinct tenant_id as "tenantId" from webhook_endpoints');
  return rows.map(({ tenantId }) => tenantId);
}
