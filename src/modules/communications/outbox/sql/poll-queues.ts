import type { Transaction } from '#db/database.ts';
import type { MailQueue } from '../queue.ts';

/** A queue of mails and when its next mail is due, by the clock of this statement. */
export interface PolledQueue extends MailQueue {
  /** Null when nothing waits, or all of it is claimed. */
  readonly dueInMs: number | null;
  /** A batch whose recipients are not all frozen. */
  readonly unfrozen: boolean;
}

/**
 * Queues of active tenants that have mail. Runs as the platform. It finds tenants with single mails, and mailboxes with mails, by
 * jumping from one to the next in the index, so that a million waiting mails cost no more than one of each queue.
 */
export const pollQueues = (tx: Transaction): Promise<PolledQueue[]> =>
  tx.query<PolledQueue>(
    `with recursive singles as (
      (select tenant_id, next_at from mail_outbox where batch_id is null and connection_id is null and claim is null
        order by tenant_id, next_at limit 1)
      union all
      select n.tenant_id, n.next_at from singles s cross join lateral (
        select o.tenant_id, o.next_at from mail_outbox o
        where o.batch_id is null and o.connection_id is null and o.claim is null and o.tenant_id > s.tenant_id
        order by o.tenant_id, o.next_at limit 1
      ) n
    ), mailboxes as (
      (select tenant_id, connection_id, next_at from mail_outbox where connection_id is not null and claim is null
        order by tenant_id, connection_id, next_at limit 1)
      union all
      select n.tenant_id, n.connection_id, n.next_at from mailboxes m cross join lateral (
        select o.tenant_id, o.connection_id, o.next_at from mail_outbox o
        where o.connection_id is not null and o.claim is null
          and (o.tenant_id, o.connection_id) > (m.tenant_id, m.connection_id)
        order by o.tenant_id, o.connection_id, o.next_at limit 1
      ) n
    ), queues as (
      select tenant_id, null::uuid as batch_id, null::uuid as connection_id, next_at, false as unfrozen from singles
      union all
      select tenant_id, null, connection_id, next_at, false from mailboxes
      union all
      select b.tenant_id, b.id, null, (select o.next_at from mail_outbox o
        where o.tenant_id = b.tenant_id and o.batch_id = b.id and o.claim is null order by o.next_at limit 1), not b.frozen
      from mail_batches b where b.status = 'sending'
    )
    select q.tenant_id as "tenantId", n.account_key as "accountKey", q.batch_id as "batchId",
      q.connection_id as "connectionId", q.unfrozen,
      greatest(0, ceil(extract(epoch from q.next_at - clock_timestamp()) * 1000))::float8 as "dueInMs"
    from queues q join tenants n on n.id = q.tenant_id where n.status = 'active'`,
  );

/** Tenants with claims whose node did not renew them. */
export async function tenantsWithExpired(tx: Transaction): Promise<{ tenantId: string; accountKey: string }[]> {
  return tx.query(
    `select distinct o.tenant_id as "tenantId", n.account_key as "accountKey" from mail_outbox o join tenants n on n.id = o.tenant_id
     where o.claim is not null and o.lease_until < clock_timestamp()`,
  );
}
