-- What leads need beside their records. `lead_conversions` stores what a conversion did, for its undo. `lead_followers` says up to which
-- event the leads of a tenant with rules are scored and routed. `lead_routing_turns` has the turns of users in a routing rule, and is
-- locked while a lead gets its owner. `score_decays` says which scores must be computed again because points decay.
create table lead_conversions (
  tenant_id bigint not null,
  lead_id uuid not null,
  request_id text not null,
  done jsonb not null,
  primary key (tenant_id, lead_id),
  foreign key (tenant_id, lead_id) references sales_leads (tenant_id, id) on delete cascade
);

create table lead_followers (
  tenant_id bigint primary key,
  xid xid8 not null,
  seq bigint not null,
  read_to timestamptz not null,
  rescore jsonb not null
);

create table lead_routing_turns (
  tenant_id bigint not null,
  rule_id uuid not null,
  turns jsonb not null default '{}',
  primary key (tenant_id, rule_id),
  foreign key (tenant_id, rule_id) references sales_lead_routing_rules (tenant_id, id) on delete cascade
);

create table score_decays (
  tenant_id bigint not null,
  model_key text not null,
  record_id uuid not null,
  due_at timestamptz not null,
  primary key (tenant_id, model_key, record_id)
);
create index score_decays_due_idx on score_decays (tenant_id, due_at);

do $$
declare
  name text;
begin
  foreach name in array array['lead_conversions', 'lead_followers', 'lead_routing_turns', 'score_decays'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format(
      'create policy tenant on %I using (tenant_id = nullif(current_setting(''app.tenant'', true), '''')::bigint)', name);
  end loop;
end $$;

-- Nodes find the tenants that they follow.
create policy platform on lead_followers for select using (is_platform());
