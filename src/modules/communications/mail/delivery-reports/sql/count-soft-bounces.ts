import type { Transaction } from '#db/database.ts';

/** Older soft bounces are ignored. */
const maxAgeDays = 90;

/**
 * Counts soft bounces of the address since its last known delivery. Mails without a report are ignored, because most
 * mail servers do not report deliveries.
 */
export async function countSoftBounces(tx: Transaction, tenantId: string, address: string): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    `with mails as (
       select e.id, e.bounce_type, e.bounced_at from communications_emails e
       where e.tenant_id = $1::bigint and e."to" @> array[$2::text]
         and e.created_at > now() - make_interval(days => ${maxAgeDays} + 30)
     )
     select count(*)::int as count from mails
     where bounce_type = 'soft' and bounced_at > greatest(now() - make_interval(days => ${maxAgeDays}), (
       select max(f.at) from mails m join mail_facts f on f.tenant_id = $1::bigint and f.email_id = m.id
       where f.kind in ('delivered', 'firstOpened', 'firstClicked', 'replied')
     ))`,
    [tenantId, address],
  );
  return row?.count ?? 0;
}
