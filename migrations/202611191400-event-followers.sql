-- How far each follower of events has got in each tenant, and what it has to remember. It replaces the table of the follower of leads.
create table event_followers (
  tenant_id bigint not null,
  follower text not null,
  xid xid8 not null,
  seq bigint not null,
  read_to timestamptz not null,
  state jsonb not null,
  primary key (tenant_id, follower)
);

alter table event_followers enable row level security;
create policy tenant on event_followers using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);
-- Nodes find the tenants that they follow.
create policy platform on event_followers for select using (is_platform());

-- The policy is not forced meanwhile, because this spans tenants.
alter table lead_followers no force row level security;
insert into event_followers (tenant_id, follower, xid, seq, read_to, state)
select tenant_id, 'lead rules', xid, seq, read_to, rescore from lead_followers;

drop table lead_followers;

alter table event_followers force row level security;
