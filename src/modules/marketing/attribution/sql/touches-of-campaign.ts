import { clickedMails } from '../../../communications/contract.ts';
import { acceptedSubmissions } from '../../../forms/contract.ts';

/**
 * SQL of the touches of contacts, as `touches (contact_id, campaign_id, at, kind)`: submissions of forms that carry the
 * UTM campaign, and clicks in mails of a campaign. `$1` is the tenant. `$2` is a campaign: only the touches of its
 * contacts are read.
 */
export const touchesSql = `utm as materialized (
    select id, lower(trim(utm_campaign)) as name from marketing_campaigns
    where tenant_id = $1::bigint and nullif(trim(utm_campaign), '') is not null
  ), concerned as materialized (
    select s.contact_id from ${acceptedSubmissions('$1::bigint')} s join utm u on u.name = s.utm_campaign
    where u.id = $2::uuid and s.contact_id is not null
    union
    select e.contact_id from ${clickedMails('$1::bigint')} e where e.campaign_id = $2::uuid
  ), touches as materialized (
    select s.contact_id, u.id as campaign_id, s.submitted_at as at, 'form' as kind
    from concerned c join ${acceptedSubmissions('$1::bigint')} s on s.contact_id = c.contact_id
    join utm u on u.name = s.utm_campaign
    union all
    select e.contact_id, e.campaign_id, e.clicked_at, 'mail'
    from concerned c join ${clickedMails('$1::bigint')} e on e.contact_id = c.contact_id
    where e.campaign_id is not null
  )`;
