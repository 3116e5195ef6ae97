create table data_imports (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "model" text not null,
  "mode" text not null,
  "match_by" text,
  "mapping" jsonb,
  "options" jsonb,
  "dry_run" boolean,
  "file_name" text not null,
  "format" text,
  "columns" jsonb,
  "stored_file_id" uuid,
  "status" text not null,
  "total" bigint,
  "processed" bigint,
  "created" bigint,
  "updated" bigint,
  "unchanged" bigint,
  "failed" bigint,
  "errors" jsonb,
  "error" text,
  "undone" bigint,
  "kept" bigint,
  "kept_reasons" jsonb,
  "undo_at" text,
  "job_id" text,
  "key_id" text,
  "started_at" timestamptz(3),
  "finished_at" timestamptz(3),
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  constraint data_imports_pkey primary key (tenant_id, id)
);

create index data_imports_created_at_idx on data_imports using btree (tenant_id, created_at desc, id);

create index data_imports_model_idx on data_imports using btree (tenant_id, "model", id);

create index data_imports_stored_file_id_idx on data_imports using btree (tenant_id, "stored_file_id");

create index data_imports_status_idx on data_imports using btree (tenant_id, "status", id);

create index data_imports_owner_id_idx on data_imports using btree (tenant_id, "owner_id");

create index data_imports_gin_idx on data_imports using gin (tenant_id, custom_search, custom jsonb_path_ops);

alter table data_imports enable row level security;

alter table data_imports force row level security;

create policy tenant on data_imports using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table data_imports add constraint data_imports_stored_file_id_fkey foreign key (tenant_id, "stored_file_id") references data_stored_files (tenant_id, id) deferrable;

alter table data_imports add constraint data_imports_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;
