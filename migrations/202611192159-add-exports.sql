create table data_exports (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "name" text not null,
  "model" text not null,
  "filter" jsonb,
  "q" text,
  "sort" text[],
  "fields" text[],
  "format" text not null,
  "options" jsonb,
  "status" text not null,
  "reach" text,
  "total" bigint,
  "rows" bigint,
  "mime_type" text,
  "size" bigint,
  "storage_key" text,
  "error" text,
  "job_id" text,
  "schedule_id" uuid,
  "viewer_ids" uuid[],
  "started_at" timestamptz(3),
  "finished_at" timestamptz(3),
  "expires_at" timestamptz(3),
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("name", 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  constraint data_exports_pkey primary key (tenant_id, id)
);

create table data_export_schedules (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "name" text not null,
  "model" text not null,
  "filter" jsonb,
  "q" text,
  "sort" text[],
  "fields" text[],
  "format" text not null,
  "options" jsonb,
  "cron" text not null,
  "tz" text,
  "to" uuid[],
  "active" boolean,
  "run_as_id" uuid,
  "scopes" text[],
  "last_run_at" timestamptz(3),
  "next_run_at" timestamptz(3),
  "last_export_id" text,
  "error" text,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("name", 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  constraint data_export_schedules_pkey primary key (tenant_id, id)
);

create index data_exports_created_at_idx on data_exports using btree (tenant_id, created_at desc, id);

create index data_exports_model_idx on data_exports using btree (tenant_id, "model", id);

create index data_exports_format_idx on data_exports using btree (tenant_id, "format", id);

create index data_exports_status_idx on data_exports using btree (tenant_id, "status", id);

create index data_exports_schedule_id_idx on data_exports using btree (tenant_id, "schedule_id");

create index data_exports_owner_id_idx on data_exports using btree (tenant_id, "owner_id");

create index data_exports_gin_idx on data_exports using gin (tenant_id, search, custom_search, custom jsonb_path_ops, "sort", "fields", "viewer_ids");

create index data_export_schedules_created_at_idx on data_export_schedules using btree (tenant_id, created_at desc, id);

create index data_export_schedules_model_idx on data_export_schedules using btree (tenant_id, "model", id);

create index data_export_schedules_format_idx on data_export_schedules using btree (tenant_id, "format", id);

create index data_export_schedules_run_as_id_idx on data_export_schedules using btree (tenant_id, "run_as_id");

create index data_export_schedules_gin_idx on data_export_schedules using gin (tenant_id, search, custom_search, custom jsonb_path_ops, "sort", "fields", "to", "scopes");

alter table data_exports enable row level security;

alter table data_exports force row level security;

create policy tenant on data_exports using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table data_export_schedules enable row level security;

alter table data_export_schedules force row level security;

create policy tenant on data_export_schedules using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table data_exports add constraint data_exports_schedule_id_fkey foreign key (tenant_id, "schedule_id") references data_export_schedules (tenant_id, id) deferrable;

alter table data_exports add constraint data_exports_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;

alter table data_export_schedules add constraint data_export_schedules_run_as_id_fkey foreign key (tenant_id, "run_as_id") references identity_users (tenant_id, id) deferrable;
