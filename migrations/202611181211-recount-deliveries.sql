-- Mails that were sent and did not bounce count as delivered, as in the statistics. Counters of before knew only reports of providers,
-- and mailings to lists and segments did not count their recipients. The policies are not forced meanwhile, because this spans tenants and the
-- owner of the tables need not be a superuser.
alter table mail_facts no force row level security;
alter table mail_uncounted no force row level security;
alter table mail_batches no force row level security;
alter table communications_email_snapshots no force row level security;
alter table communications_campaigns no force row level security;
alter table marketing_campaigns no force row level security;

create temporary table delivered_mails on commit drop as
select f.tenant_id, f.batch_id, f.campaign_id from (
  select tenant_id, email_id, batch_id, campaign_id, bool_or(kind = 'sent') as sent, bool_or(kind = 'delivered') as delivered,
    bool_or(kind = 'bounced') as bounced
  from mail_facts m
  where kind in ('sent', 'delivered', 'bounced') and not exists (select from mail_uncounted u
    where u.tenant_id = m.tenant_id and u.email_id = m.email_id and u.kind = m.kind and u.id = m.id)
  group by tenant_id, email_id, batch_id, campaign_id
) f where f.delivered or (f.sent and not f.bounced);

update communications_email_snapshots s set delivered_count = d.count
from (select tenant_id, batch_id, count(*) as count from delivered_mails where batch_id is not null group by 1, 2) d
where d.tenant_id = s.tenant_id and d.batch_id = s.id;
update communications_email_snapshots s set recipient_count = b.accepted, skipped_count = b.skipped, duplicate_count = b.duplicates
from mail_batches b where b.tenant_id = s.tenant_id and b.id = s.id;
update marketing_campaigns c set delivered_count = d.count
from (select tenant_id, campaign_id, count(*) as count from delivered_mails where campaign_id is not null group by 1, 2) d
where d.tenant_id = c.tenant_id and d.campaign_id = c.id;
update communications_campaigns c set delivered_count = d.count
from (select tenant_id, campaign_id, count(*) as count from delivered_mails where campaign_id is not null group by 1, 2) d
where d.tenant_id = c.tenant_id and d.campaign_id = c.id;
update marketing_campaigns c set recipient_count = greatest(coalesce(c.recipient_count, 0), coalesce(c.sent_count, 0));
update communications_campaigns c set recipient_count = greatest(coalesce(c.recipient_count, 0), coalesce(c.sent_count, 0));

alter table mail_facts force row level security;
alter table mail_uncounted force row level security;
alter table mail_batches force row level security;
alter table communications_email_snapshots force row level security;
alter table communications_campaigns force row level security;
alter table marketing_campaigns force row level security;
