import type { Transaction } from '#db/database.ts';
import { sentMails } from '../../../communications/contract.ts';
import { acceptedSubmissions } from '../../../forms/contract.ts';
import { contacts, wonDeals } from '../../../sales/contract.ts';

/** Facts about a contact that a campaign reached. Times have the format of records. */
export interface MemberFacts {
  readonly contactId: string;
  /** Null for a contact that is not a member yet. */
  readonly memberId: string | null;
  readonly status: string;
  readonly source: 'mail' | 'form' | 'sms';
  readonly firstTouchAt: string | null;
  readonly lastTouchAt: string | null;
  readonly respondedAt: string | null;
}

const time = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** SQL for the contacts after `$3`, or for the contact `$3`. */
const factsSql = (only: '>' | '=') => `with utm as (
    select lower(nullif(trim(utm_campaign), '')) as name from marketing_campaigns where tenant_id = $1::bigint and id = $2::uuid
  ), facts as (
    select e.contact_id, 'mail' as source, e.at, e.responded_at
    from ${sentMails('$1::bigint')} e where e.campaign_id = $2::uuid and e.contact_id ${only} $3::uuid
    union all
    select s.contact_id, 'form', s.submitted_at, s.submitted_at from utm u
    join ${acceptedSubmissions('$1::bigint')} s on s.utm_campaign = u.name where s.contact_id ${only} $3::uuid
    union all
    select m.contact_id, 'sms', coalesce(m.sent_at, m.changed_at), m.replied_at
    from sms_messages m join ${contacts('$1::bigint')} p on p.id = m.contact_id
    where m.tenant_id = $1::bigint and m.campaign_id = $2::uuid and m.contact_id ${only} $3::uuid and m.status in ('sent', 'delivered')
  ), contacts as (
    select contact_id, (array_agg(source order by at))[1] as source, min(at) as first_at, max(greatest(at, responded_at)) as last_at,
      min(responded_at) as responded_at
    from facts group by contact_id
  ), found as (
    select c.*, exists (select from ${wonDeals('$1::bigint')} o
      where o.contact_id = c.contact_id and o.campaign_id = $2::uuid) as won from contacts c
  ), members as (
    select f.*, m.id, case
      -- A person who was excluded by hand stays excluded.
      when m.status = 'excluded' or (m.status = 'converted' and not f.won) then m.status
      when f.won then 'converted' when f.responded_at is null then 'sent' else 'responded' end as status,
      row(m.status, m.source, m.first_touch_at, m.last_touch_at, m.responded_at) as old
    from found f left join marketing_campaign_members m
      on m.tenant_id = $1::bigint and m.campaign_id = $2::uuid and m.contact_id = f.contact_id
  )
  select contact_id as "contactId", id as "memberId", status, source, ${time('first_at')} as "firstTouchAt",
    ${time('last_at')} as "lastTouchAt", ${time('responded_at')} as "respondedAt"
  from members where id is null or old is distinct from row(status, source, first_at::timestamptz(3), last_at::timestamptz(3), responded_at::timestamptz(3))
  order by contact_id limit $4::int`;

/**
 * Contacts that got a mail or text message of the campaign, or submitted a form with its UTM campaign, and whose
 * membership is missing or outdated. Starts after `afterId`, in the order of the ids.
 */
export const readMemberFacts = (
  tx: Transaction,
  tenantId: string,
  campaignId: string,
  afterId: string | null,
  limit: number,
): Promise<MemberFacts[]> =>
  tx.query<MemberFacts>(factsSql('>'), [
    tenantId,
    campaignId,
    afterId ?? '00000000-0000-0000-0000-000000000000',
    limit,
  ]);

/** The facts of one contact, if its membership is missing or outdated. */
export const readFactsOf = (
  tx: Transaction,
  tenantId: string,
  campaignId: string,
  contactId: string,
): Promise<MemberFacts[]> => tx.query<MemberFacts>(factsSql('='), [tenantId, campaignId, contactId, 1]);
