create table marketing_web_layouts (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "name" text not null,
  "website_id" uuid,
  "html" text not null,
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("name", 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  constraint marketing_web_layouts_pkey primary key (tenant_id, id)
);

create table marketing_web_redirects (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "website_id" uuid not null,
  "from_path" text not null,
  "to_url" text,
  "status" text,
  "active" boolean,
  "note" text,
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("from_path", 10000), '') || ' ' || coalesce(left("note", 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  constraint marketing_web_redirects_pkey primary key (tenant_id, id)
);

alter table marketing_websites add column "slug" text, add column "domain_verified_at" timestamptz(3), add column "not_found_page_id" uuid, add column "layout_id" uuid, add column "allow_scripts" boolean, add column "live_release_id" text, add column "live_release_number" bigint, add column "slug_folded" text generated always as (lower("slug")) stored;

alter table marketing_web_pages add column "layout_id" uuid, add column "translation_of_id" uuid, add column "variant_of_id" uuid, add column "weight" bigint;

create unique index marketing_websites_slug_key on marketing_websites using btree (tenant_id, "slug_folded");

create index marketing_websites_not_found_page_id_idx on marketing_websites using btree (tenant_id, "not_found_page_id");

create index marketing_websites_layout_id_idx on marketing_websites using btree (tenant_id, "layout_id");

create index marketing_web_pages_layout_id_idx on marketing_web_pages using btree (tenant_id, "layout_id");

create index marketing_web_pages_translation_of_id_idx on marketing_web_pages using btree (tenant_id, "translation_of_id");

create index marketing_web_pages_variant_of_id_idx on marketing_web_pages using btree (tenant_id, "variant_of_id");

create index marketing_web_layouts_created_at_idx on marketing_web_layouts using btree (tenant_id, created_at desc, id);

create index marketing_web_layouts_name_idx on marketing_web_layouts using btree (tenant_id, "name", id);

create index marketing_web_layouts_website_id_idx on marketing_web_layouts using btree (tenant_id, "website_id");

create index marketing_web_layouts_owner_id_idx on marketing_web_layouts using btree (tenant_id, "owner_id");

create index marketing_web_layouts_gin_idx on marketing_web_layouts using gin (tenant_id, search, custom_search, custom jsonb_path_ops);

create index marketing_web_redirects_created_at_idx on marketing_web_redirects using btree (tenant_id, created_at desc, id);

create index marketing_web_redirects_website_id_idx on marketing_web_redirects using btree (tenant_id, "website_id");

create index marketing_web_redirects_owner_id_idx on marketing_web_redirects using btree (tenant_id, "owner_id");

create index marketing_web_redirects_gin_idx on marketing_web_redirects using gin (tenant_id, search, custom_search, custom jsonb_path_ops);

alter table marketing_web_layouts enable row level security;

alter table marketing_web_layouts force row level security;

create policy tenant on marketing_web_layouts using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table marketing_web_redirects enable row level security;

alter table marketing_web_redirects force row level security;

create policy tenant on marketing_web_redirects using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table marketing_websites add constraint marketing_websites_not_found_page_id_fkey foreign key (tenant_id, "not_found_page_id") references marketing_web_pages (tenant_id, id) deferrable;

alter table marketing_websites add constraint marketing_websites_layout_id_fkey foreign key (tenant_id, "layout_id") references marketing_web_layouts (tenant_id, id) deferrable;

alter table marketing_web_pages add constraint marketing_web_pages_layout_id_fkey foreign key (tenant_id, "layout_id") references marketing_web_layouts (tenant_id, id) deferrable;

alter table marketing_web_pages add constraint marketing_web_pages_translation_of_id_fkey foreign key (tenant_id, "translation_of_id") references marketing_web_pages (tenant_id, id) deferrable;

alter table marketing_web_pages add constraint marketing_web_pages_variant_of_id_fkey foreign key (tenant_id, "variant_of_id") references marketing_web_pages (tenant_id, id) deferrable;

alter table marketing_web_layouts add constraint marketing_web_layouts_website_id_fkey foreign key (tenant_id, "website_id") references marketing_websites (tenant_id, id) deferrable;

alter table marketing_web_layouts add constraint marketing_web_layouts_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;

alter table marketing_web_redirects add constraint marketing_web_redirects_website_id_fkey foreign key (tenant_id, "website_id") references marketing_websites (tenant_id, id) deferrable;

alter table marketing_web_redirects add constraint marketing_web_redirects_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;
