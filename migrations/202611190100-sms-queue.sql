-- Text messages are rows of a leased queue, as mails are: nodes claim those of a channel, and `sending` is written under the claim.
alter table sms_messages
  add column next_at timestamptz not null default now(),
  add column claim uuid,
  add column lease_until timestamptz,
  -- Set right before the call of the provider. If the lease ends after that, nobody knows whether the provider has the message.
  add column started_at timestamptz;
drop index sms_messages_queued_idx;
create index sms_messages_due_idx on sms_messages (tenant_id, campaign_id, channel_id, next_at, id)
  where claim is null and status = 'queued';
create index sms_messages_lease_idx on sms_messages (tenant_id, lease_until) where claim is not null;
create policy platform on sms_messages for select using (is_platform());

-- Channels whose messages wait, because the provider refused some or the campaign does not run.
create table sms_pauses (
  tenant_id bigint not null,
  campaign_id uuid not null,
  channel_id uuid not null,
  -- Null: until the campaign is resumed.
  retry_at timestamptz,
  failures int not null default 0,
  error text,
  primary key (tenant_id, campaign_id, channel_id),
  foreign key (tenant_id, campaign_id) references marketing_campaigns (tenant_id, id) on delete cascade
);
alter table sms_pauses enable row level security;
alter table sms_pauses force row level security;
create policy tenant on sms_pauses using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);
create policy platform on sms_pauses for select using (is_platform());

-- A job sent the messages of a channel until now. Messages that wait are due where their job was queued, or ran. Where it was to be retried, they
-- wait for its time. Where it had ended, they wait until the campaign is resumed, as before. The policy is not forced meanwhile,
-- because this spans tenants and the owner of the table need not be a superuser.
select set_config('app.platform', 'on', true);
alter table sms_messages no force row level security;
alter table sms_pauses no force row level security;
insert into sms_pauses (tenant_id, campaign_id, channel_id, retry_at, failures, error)
select m.tenant_id, m.campaign_id, m.channel_id, case j.state when 'retrying' then j.run_at end, coalesce(j.failures, 0), j.last_error
from (select distinct tenant_id, campaign_id, channel_id from sms_messages where status = 'queued') m
left join lateral (
  select state, run_at, failures, last_error from jobs
  where tenant_id = m.tenant_id and name = 'marketing.send-sms' and input ->> 'channelId' = m.channel_id::text
  order by state in ('queued', 'retrying', 'running') desc, created_at desc limit 1
) j on true
where j.state is null or j.state not in ('queued', 'running');
-- A node of before that still waits for the provider writes its result over this.
update sms_messages set status = 'unconfirmed', error = 'The node stopped while it was sent.', changed_at = clock_timestamp()
where status = 'sending';
alter table sms_messages force row level security;
alter table sms_pauses force row level security;
delete from jobs where name = 'marketing.send-sms';
delete from job_names where name = 'marketing.send-sms';
