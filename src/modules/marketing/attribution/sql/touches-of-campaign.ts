/**
 * SQL of the touches of contacts, as `touches (contact_id, campaign_id, at, kind)`: submissions of forms that carry the UTM campaign, and
 * clicks in mails of a campaign. `$1` is the tenant, `$2` the campaign whose contacts are concerned: only their touches are read.
 */
export const touchesSql = `utm as materialized (
    select id, lower(trim(utm_campaign)) as name from marketing_campaigns
    where tenant_id = $1::bigint and nullif(trim(utm_campaign), '') is not null
  ), concerned as materialized (
    select s.contact_id from forms_form_submissions s join utm u on u.name = lower(trim(s.utm_campaign))
    where s.tenant_id = $1::bigint and u.id = $2::uuid and s.contact_id is not null and s.status in ('processed', 'received')
    union
    select e.contact_id from communications_emails e
    where e.tenant_id = $1::bigint and e.campaign_id = $2::uuid and e.contact_id is not null and e.clicked_at is not null
  ), touches as materialized (
    select s.contact_id, u.id as campaign_id, s.submitted_at as at, 'form' as kind
    from concerned c join forms_form_submissions s on s.tenant_id = $1::bigint and s.contact_id = c.contact_id
    join utm u on u.name = lower(trim(s.utm_campaign)) where s.status in ('processed', 'received')
    union all
    select e.contact_id, e.campaign_id, e.clicked_at, 'mail'
    from concerned c join communications_emails e on e.tenant_id = $1::bigint and e.contact_id = c.contact_id
    where e.campaign_id is not null and e.clicked_at is not null
  )`;
