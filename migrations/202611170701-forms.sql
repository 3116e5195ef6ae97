create table forms_form_submission_files (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "form_submission_id" uuid not null,
  "name" text,
  "mime_type" text,
  "size" bigint,
  "sha256" text,
  "url" text,
  "storage_key" text,
  "stored_file_id" uuid,
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("name", 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  constraint forms_form_submission_files_pkey primary key (tenant_id, id)
);

alter table forms_forms add column "overwrites" boolean, add column "submit_secret" text;

alter table forms_form_submissions add column "submission_token" text;

create unique index forms_form_submissions_form_id_submission_token_key on forms_form_submissions using btree (tenant_id, "form_id", "submission_token");

create index forms_form_submission_files_created_at_idx on forms_form_submission_files using btree (tenant_id, created_at desc, id);

create index forms_form_submission_files_form_submission_id_idx on forms_form_submission_files using btree (tenant_id, "form_submission_id");

create index forms_form_submission_files_stored_file_id_idx on forms_form_submission_files using btree (tenant_id, "stored_file_id");

create index forms_form_submission_files_owner_id_idx on forms_form_submission_files using btree (tenant_id, "owner_id");

create index forms_form_submission_files_gin_idx on forms_form_submission_files using gin (tenant_id, search, custom_search, custom jsonb_path_ops);

alter table forms_form_submission_files enable row level security;

alter table forms_form_submission_files force row level security;

create policy tenant on forms_form_submission_files using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table forms_form_submission_files add constraint forms_form_submission_files_form_submission_id_fkey foreign key (tenant_id, "form_submission_id") references forms_form_submissions (tenant_id, id) deferrable;

alter table forms_form_submission_files add constraint forms_form_submission_files_stored_file_id_fkey foreign key (tenant_id, "stored_file_id") references data_stored_files (tenant_id, id) deferrable;

alter table forms_form_submission_files add constraint forms_form_submission_files_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;
