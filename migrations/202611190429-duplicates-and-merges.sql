create table data_duplicate_rules (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "model" text not null,
  "match" text[] not null,
  "method" text,
  "on_create" text,
  "active" boolean,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  constraint data_duplicate_rules_pkey primary key (tenant_id, id)
);

create table data_merges (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "model" text not null,
  "winner_id" text not null,
  "loser_ids" text[] not null,
  "state" text not null,
  "moves" jsonb,
  "moved" bigint,
  "job_id" text,
  "xid" text,
  "request_id" text,
  "error" text,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  constraint data_merges_pkey primary key (tenant_id, id)
);

create index data_duplicate_rules_created_at_idx on data_duplicate_rules using btree (tenant_id, created_at desc, id);

create index data_duplicate_rules_model_idx on data_duplicate_rules using btree (tenant_id, "model", id);

create index data_duplicate_rules_gin_idx on data_duplicate_rules using gin (tenant_id, custom_search, custom jsonb_path_ops, "match");

create index data_merges_created_at_idx on data_merges using btree (tenant_id, created_at desc, id);

create index data_merges_model_idx on data_merges using btree (tenant_id, "model", id);

create index data_merges_winner_id_idx on data_merges using btree (tenant_id, "winner_id", id);

create index data_merges_state_idx on data_merges using btree (tenant_id, "state", id);

create index data_merges_gin_idx on data_merges using gin (tenant_id, custom_search, custom jsonb_path_ops, "loser_ids");

alter table data_duplicate_rules enable row level security;

alter table data_duplicate_rules force row level security;

create policy tenant on data_duplicate_rules using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table data_merges enable row level security;

alter table data_merges force row level security;

create policy tenant on data_merges using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);
