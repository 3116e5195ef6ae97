create table sales_lead_scoring_rules (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "name" text not null,
  "description" text,
  "model_key" text,
  "filter" jsonb,
  "event_type" text,
  "points" numeric not null,
  "decay_days" bigint,
  "active" boolean,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("name", 10000), '') || ' ' || coalesce(left("description", 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  constraint sales_lead_scoring_rules_pkey primary key (tenant_id, id)
);

create table sales_lead_routing_rules (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "name" text not null,
  "description" text,
  "position" bigint,
  "filter" jsonb,
  "method" text,
  "user_ids" uuid[],
  "team_id" uuid,
  "weights" jsonb,
  "active" boolean,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("name", 10000), '') || ' ' || coalesce(left("description", 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  constraint sales_lead_routing_rules_pkey primary key (tenant_id, id)
);

alter table sales_contacts add column "rating" text;

alter table sales_leads add column "routed_at" timestamptz(3), add column "routing_reason" text;

alter table identity_users add column "absent_from" date, add column "absent_until" date;

create index sales_lead_scoring_rules_created_at_idx on sales_lead_scoring_rules using btree (tenant_id, created_at desc, id);

create index sales_lead_scoring_rules_name_idx on sales_lead_scoring_rules using btree (tenant_id, "name", id);

create index sales_lead_scoring_rules_gin_idx on sales_lead_scoring_rules using gin (tenant_id, search, custom_search, custom jsonb_path_ops);

create index sales_lead_routing_rules_created_at_idx on sales_lead_routing_rules using btree (tenant_id, created_at desc, id);

create index sales_lead_routing_rules_name_idx on sales_lead_routing_rules using btree (tenant_id, "name", id);

create index sales_lead_routing_rules_position_idx on sales_lead_routing_rules using btree (tenant_id, "position", id);

create index sales_lead_routing_rules_team_id_idx on sales_lead_routing_rules using btree (tenant_id, "team_id");

create index sales_lead_routing_rules_gin_idx on sales_lead_routing_rules using gin (tenant_id, search, custom_search, custom jsonb_path_ops, "user_ids");

alter table sales_lead_scoring_rules enable row level security;

alter table sales_lead_scoring_rules force row level security;

create policy tenant on sales_lead_scoring_rules using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table sales_lead_routing_rules enable row level security;

alter table sales_lead_routing_rules force row level security;

create policy tenant on sales_lead_routing_rules using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table sales_lead_routing_rules add constraint sales_lead_routing_rules_team_id_fkey foreign key (tenant_id, "team_id") references identity_teams (tenant_id, id) deferrable;
