import type { Transaction } from '#db/database.ts';
import { sentMails } from '../../../communications/contract.ts';
import { acceptedSubmissions } from '../../../forms/contract.ts';
import { contactOfLead, contacts, leads, wonDeals } from '../../../sales/contract.ts';

/** What a campaign knows of a contact counts for the leads that became this contact. */
export type PersonKind = 'contact' | 'lead';

/** Facts about a contact or lead that a campaign reached. Times have the format of records. */
export interface MemberFacts {
  readonly personId: string;
  /** Null for a person who is not a member yet. */
  readonly memberId: string | null;
  readonly status: string;
  readonly source: 'mail' | 'form' | 'sms';
  readonly firstTouchAt: string | null;
  readonly lastTouchAt: string | null;
  readonly respondedAt: string | null;
}

const time = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** The parts of the statement that differ between contacts and leads. `facts.person_id` is the id of either. */
const kinds = {
  contact: {
    /** The contact of a row of mails or submissions. */
    idOf: (row: string) => `${row}.contact_id`,
    people: `(select p.id, null::uuid as contact_id from ${contacts('$1::bigint')} p)`,
    ofMessage: `coalesce(m.contact_id, ${contactOfLead('$1::bigint', 'm.lead_id')})`,
    won: `exists (select from ${wonDeals('$1::bigint')} o where o.contact_id = c.person_id and o.campaign_id = $2::uuid)`,
  },
  lead: {
    idOf: (row: string) => `case when ${row}.contact_id is null then ${row}.lead_id end`,
    people: leads('$1::bigint'),
    ofMessage: 'm.lead_id',
    won: 'false',
  },
} as const;

/** SQL for the people after `$3`, or for the person `$3`. */
const factsSql = (kind: PersonKind, only: '>' | '=') => {
  const { idOf, people, ofMessage, won } = kinds[kind];
  return `with utm as (
    select lower(nullif(trim(utm_campaign), '')) as name from marketing_campaigns where tenant_id = $1::bigint and id = $2::uuid
  ), facts as (
    select ${idOf('e')} as person_id, 'mail' as source, e.at, e.responded_at
    from ${sentMails('$1::bigint')} e where e.campaign_id = $2::uuid and ${idOf('e')} ${only} $3::uuid
    union all
    select ${idOf('s')}, 'form', s.submitted_at, s.submitted_at from utm u
    join ${acceptedSubmissions('$1::bigint')} s on s.utm_campaign = u.name where ${idOf('s')} ${only} $3::uuid
    union all
    select ${ofMessage}, 'sms', coalesce(m.sent_at, m.changed_at), m.replied_at from sms_messages m
    where m.tenant_id = $1::bigint and m.campaign_id = $2::uuid and ${ofMessage} ${only} $3::uuid and m.status in ('sent', 'delivered')
  ), people as (
    select person_id, (array_agg(source order by at))[1] as source, min(at) as first_at, max(greatest(at, responded_at)) as last_at,
      min(responded_at) as responded_at
    from facts group by person_id
  ), found as (
    select c.*, ${won} as won from people c join ${people} p on p.id = c.person_id where p.contact_id is null
  ), members as (
    select f.*, m.id, case
      -- A person who was excluded by hand stays excluded.
      when m.status = 'excluded' or (m.status = 'converted' and not f.won) then m.status
      when f.won then 'converted' when f.responded_at is null then 'sent' else 'responded' end as status,
      row(m.status, m.source, m.first_touch_at, m.last_touch_at, m.responded_at) as old
    from found f left join marketing_campaign_members m
      on m.tenant_id = $1::bigint and m.campaign_id = $2::uuid and m.${kind}_id = f.person_id
  )
  select person_id as "personId", id as "memberId", status, source, ${time('first_at')} as "firstTouchAt",
    ${time('last_at')} as "lastTouchAt", ${time('responded_at')} as "respondedAt"
  from members where id is null or old is distinct from row(status, source, first_at::timestamptz(3), last_at::timestamptz(3), responded_at::timestamptz(3))
  order by person_id limit $4::int`;
};

/**
 * People who got a mail or text message of the campaign, or submitted a form with its UTM campaign, and whose
 * membership is missing or outdated. Starts after `afterId`, in the order of the ids.
 */
export const readMemberFacts = (
  tx: Transaction,
  tenantId: string,
  campaignId: string,
  kind: PersonKind,
  afterId: string | null,
  limit: number,
): Promise<MemberFacts[]> =>
  tx.query<MemberFacts>(factsSql(kind, '>'), [
    tenantId,
    campaignId,
    afterId ?? '00000000-0000-0000-0000-000000000000',
    limit,
  ]);

/** The facts of one person, if the membership is missing or outdated. */
export const readFactsOf = (
  tx: Transaction,
  tenantId: string,
  campaignId: string,
  kind: PersonKind,
  personId: string,
): Promise<MemberFacts[]> => tx.query<MemberFacts>(factsSql(kind, '='), [tenantId, campaignId, personId, 1]);
