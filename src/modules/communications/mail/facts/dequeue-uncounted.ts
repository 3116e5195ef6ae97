import type { Transaction } from '#db/database.ts';
import type { FactKind } from './record-facts.ts';

/** A fact to count, with the records whose counters it changes. */
export interface UncountedFact {
  readonly emailId: string;
  readonly kind: FactKind;
  readonly at: Date;
  readonly campaignId: string | null;
  readonly batchId: string | null;
  readonly templateId: string | null;
  /** The clicked address. */
  readonly link: string | null;
}

/**
 * Removes up to `limit` due facts of the tenant from the queue and returns them. `lateral` makes PostgreSQL find the
 * facts by primary key: the statistics of a queue are always outdated.
 */
export const dequeueUncounted = (tx: Transaction, tenantId: string, limit: number): Promise<UncountedFact[]> =>
  tx.query<UncountedFact>(
    `with taken as (
      delete from mail_uncounted u where u.tenant_id = $1::bigint and u.ctid = any(array(
        select q.ctid from mail_uncounted q where q.tenant_id = $1::bigint and q.at <= clock_timestamp()
        order by q.email_id, q.kind, q.id limit $2::int for update skip locked))
      returning u.email_id, u.kind, u.id
    )
    select f.email_id as "emailId", f.kind, f.at, f.campaign_id as "campaignId", f.batch_id as "batchId",
      f.template_id as "templateId", f.link
    from taken u cross join lateral (
      select * from mail_facts f
      where f.tenant_id = $1::bigint and f.email_id = u.email_id and f.kind = u.kind and f.id = u.id limit 1
    ) f`,
    [tenantId, limit],
  );
