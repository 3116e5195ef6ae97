import type { Transaction } from '#db/database.ts';

/** What is known of a contact that a campaign reached. Times are in the format of records. */
export interface MemberFacts {
  readonly contactId: string;
  readonly memberId: string | null;
  readonly status: string | null;
  readonly source: 'mail' | 'form';
  readonly firstTouchAt: string | null;
  readonly lastTouchAt: string | null;
  readonly respondedAt: string | null;
  readonly won: boolean;
}

const time = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** Contacts that got a mail of the campaign or sent a form with its UTM campaign, after `afterId` in the order of their ids. */
export const readMemberFacts = (
  tx: Transaction,
  tenantId: string,
  campaignId: string,
  afterId: string | null,
  limit: number,
): Promise<MemberFacts[]> =>
  tx.query<MemberFacts>(
    `with utm as (
      select lower(nullif(trim(utm_campaign), '')) as name from marketing_campaigns where tenant_id = $1::bigint and id = $2::uuid
    ), facts as (
      select e.contact_id, 'mail' as source, coalesce(e.sent_at, e.created_at) as at, coalesce(e.clicked_at, e.replied_at) as responded_at
      from communications_emails e where e.tenant_id = $1::bigint and e.campaign_id = $2::uuid and e.contact_id > $3::uuid
        and e.status in ('sent', 'delivered')
      union all
      select s.contact_id, 'form', s.submitted_at, s.submitted_at from utm u
      join forms_form_submissions s on lower(trim(s.utm_campaign)) = u.name
      where s.tenant_id = $1::bigint and s.contact_id > $3::uuid and s.status in ('processed', 'received')
    ), contacts as (
      select contact_id, (array_agg(source order by at))[1] as source, min(at) as first_at, max(greatest(at, responded_at)) as last_at,
        min(responded_at) as responded_at
      from (select contact_id, source, at, responded_at from facts) f group by contact_id order by contact_id limit $4::int
    )
    select c.contact_id as "contactId", m.id as "memberId", m.status, c.source, ${time('c.first_at')} as "firstTouchAt",
      ${time('c.last_at')} as "lastTouchAt", ${time('c.responded_at')} as "respondedAt",
      exists (select from sales_opportunities o where o.tenant_id = $1::bigint and o.contact_id = c.contact_id and o.stage = 'won'
        and o.campaign_id = $2::uuid) as won
    from contacts c left join marketing_campaign_members m
      on m.tenant_id = $1::bigint and m.campaign_id = $2::uuid and m.contact_id = c.contact_id
    order by c.contact_id`,
    [tenantId, campaignId, afterId ?? '00000000-0000-0000-0000-000000000000', limit],
  );
