import type { Transaction } from '#db/database.ts';

/** The posts of one account are a queue. */
export interface PostQueue {
  readonly tenantId: string;
  readonly accountKey: string;
  readonly connectionId: string;
}

export interface PolledQueue extends PostQueue {
  readonly dueInMs: number;
}

/**
 * Accounts of active tenants that have posts to publish or to look up. Runs as the platform. It jumps from one account to the next in
 * the index, so that many scheduled posts cost no more than one.
 */
export const pollAccounts = (tx: Transaction): Promise<PolledQueue[]> =>
  tx.query<PolledQueue>(
    `with recursive queues as (
      (select tenant_id, connection_id, next_at from social_outbox where claim is null
        order by tenant_id, connection_id, next_at limit 1)
      union all
      select n.tenant_id, n.connection_id, n.next_at from queues q cross join lateral (
        select o.tenant_id, o.connection_id, o.next_at from social_outbox o
        where o.claim is null and (o.tenant_id, o.connection_id) > (q.tenant_id, q.connection_id)
        order by o.tenant_id, o.connection_id, o.next_at limit 1
      ) n
    )
    select q.tenant_id as "tenantId", n.account_key as "accountKey", q.connection_id as "connectionId",
      greatest(0, ceil(extract(epoch from greatest(q.next_at, a.retry_at) - clock_timestamp()) * 1000))::float8 as "dueInMs"
    from queues q join tenants n on n.id = q.tenant_id
      left join social_accounts a on a.tenant_id = q.tenant_id and a.connection_id = q.connection_id
    where n.status = 'active'`,
  );

/** Tenants with claims whose node did not renew them. Runs as the platform. */
export const tenantsWithExpired = (tx: Transaction): Promise<{ tenantId: string; accountKey: string }[]> =>
  tx.query(
    `select distinct o.tenant_id as "tenantId", n.account_key as "accountKey" from social_outbox o join tenants n on n.id = o.tenant_id
     where o.claim is not null and o.lease_until < clock_timestamp()`,
  );
