-- One row for each channel of a launched campaign: whatever is repeated, a channel is started once.
create table campaign_runs (
  tenant_id bigint not null,
  campaign_id uuid not null,
  channel_id uuid not null,
  model text not null,
  status text not null default 'waiting' check (status in ('waiting', 'started', 'task', 'failed', 'cancelled')),
  due_at timestamptz(3) not null,
  -- What was started: a batch of mails, a post, a publication, or a task for people.
  started_id uuid,
  error text,
  changed_at timestamptz(3) not null default clock_timestamp(),
  primary key (tenant_id, campaign_id, channel_id),
  foreign key (tenant_id, campaign_id) references marketing_campaigns (tenant_id, id) on delete cascade
);
alter table campaign_runs enable row level security;
alter table campaign_runs force row level security;
create policy tenant on campaign_runs using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);
