import type { PolledQueue } from '#core/queue/queue-engine.ts';
import type { Transaction } from '#db/database.ts';
import { type MailQueue, mailTable } from '../../queue/mail-queue.ts';

export interface PolledMailQueue extends MailQueue, PolledQueue {
  /** True for a batch whose recipients are not all frozen. */
  readonly unfrozen: boolean;
}

/** Queues of active tenants that have mail. Runs as the platform. */
export const pollQueues = (tx: Transaction): Promise<PolledMailQueue[]> =>
  tx.query<PolledMailQueue>(
    `with recursive ${mailTable.queues('singles', ['tenant_id'], 'q.batch_id is null and q.connection_id is null')},
    ${mailTable.queues('mailboxes', ['tenant_id', 'connection_id'], 'q.connection_id is not null')},
    queues as (
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
