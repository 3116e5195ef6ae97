-- Text messages of campaigns. `sending` is written before the provider is asked: a message that was marked and has no result is unconfirmed,
-- and is never sent again by itself.
create table sms_messages (
  tenant_id bigint not null,
  id uuid not null,
  campaign_id uuid not null,
  channel_id uuid not null,
  contact_id uuid,
  phone text not null,
  text text not null,
  status text not null default 'queued'
    check (status in ('queued', 'sending', 'sent', 'delivered', 'failed', 'unconfirmed', 'cancelled')),
  provider_id text,
  error text,
  changed_at timestamptz(3) not null default clock_timestamp(),
  primary key (tenant_id, id),
  unique (tenant_id, channel_id, phone),
  foreign key (tenant_id, campaign_id) references marketing_campaigns (tenant_id, id) on delete cascade
);
create index sms_messages_campaign_idx on sms_messages (tenant_id, campaign_id);
create index sms_messages_queued_idx on sms_messages (tenant_id, channel_id, id) where status in ('queued', 'sending');
create index sms_messages_provider_idx on sms_messages (tenant_id, provider_id) where provider_id is not null;
alter table sms_messages enable row level security;
alter table sms_messages force row level security;
create policy tenant on sms_messages using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);
