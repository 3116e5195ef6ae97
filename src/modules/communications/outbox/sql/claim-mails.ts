import type { Transaction } from '#db/database.ts';
import { leaseMs, type MailQueue } from '../queue.ts';

export interface ClaimedRow {
  readonly emailId: string;
  readonly tries: number;
  /** A mail of the platform: its recipient and subject, and its texts, encrypted. */
  readonly envelope: { readonly to: string; readonly subject: string } | null;
  readonly sealed: string | null;
  /** Since when it waits. */
  readonly waitedMs: number;
}

/** Claims due mails of a queue, or only those of the platform. Nothing is claimed from a batch that is paused, or in a tenant that is suspended. */
export const claimMails = (
  tx: Transaction,
  { tenantId, batchId, connectionId }: MailQueue,
  claim: string,
  max: number,
  onlyOfPlatform: boolean,
): Promise<ClaimedRow[]> =>
  tx.query<ClaimedRow>(
    `with due as materialized (
      select o.email_id from mail_outbox o
      where o.tenant_id = $1::bigint and ${conditionOf(batchId, connectionId)} and o.claim is null
        and o.next_at <= clock_timestamp() ${onlyOfPlatform ? 'and o.sealed is not null' : ''}
        and exists (select from tenants n where n.id = $1::bigint and n.status = 'active')
        ${batchId === null ? '' : `and exists (select from mail_batches b where b.tenant_id = $1::bigint and b.id = $4::uuid and b.status = 'sending')`}
      order by o.next_at, o.email_id limit ${Math.trunc(max)} for update skip locked
    )
    update mail_outbox o set claim = $2::uuid, started_at = null,
      lease_until = clock_timestamp() + $3::int * interval '1 millisecond'
    from due where o.tenant_id = $1::bigint and o.email_id = due.email_id
    returning o.email_id as "emailId", o.tries, o.envelope, o.sealed,
      (extract(epoch from clock_timestamp() - o.created_at) * 1000)::float8 as "waitedMs"`,
    [tenantId, claim, leaseMs, ...((batchId ?? connectionId) ? [batchId ?? connectionId] : [])],
  );

function conditionOf(batchId: string | null, connectionId: string | null): string {
  if (batchId !== null) return 'o.batch_id = $4::uuid';
  return connectionId === null ? 'o.batch_id is null and o.connection_id is null' : 'o.connection_id = $4::uuid';
}

/** Claims that the node still works on last longer. */
export const renewLeases = (tx: Transaction, tenantId: string, claim: string): Promise<unknown> =>
  tx.query(
    `update mail_outbox set lease_until = clock_timestamp() + $3::int * interval '1 millisecond'
     where tenant_id = $1::bigint and claim = $2::uuid`,
    [tenantId, claim, leaseMs],
  );
