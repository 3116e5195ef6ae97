create table ui_saved_views (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "name" text not null,
  "user_id" uuid,
  "model_key" text not null,
  "layout" text,
  "filter" jsonb,
  "sort" text[],
  "q" text,
  "columns" text[],
  "group_by" text,
  "date_field" text,
  "shared" boolean,
  "icon" text,
  "position" bigint,
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("name", 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  constraint ui_saved_views_pkey primary key (tenant_id, id)
);

create table ui_announcement_dismissals (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "announcement_id" uuid not null,
  "user_id" uuid,
  "dismissed_at" timestamptz(3),
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  constraint ui_announcement_dismissals_pkey primary key (tenant_id, id)
);

alter table ui_screens add column "dashboard_id" uuid, add column "team_ids" uuid[];

alter table ui_dashboards add column "role_names" text[], add column "team_ids" uuid[];

drop index ui_dashboards_gin_idx;

drop index ui_screens_gin_idx;

create index ui_screens_dashboard_id_idx on ui_screens using btree (tenant_id, "dashboard_id");

create index ui_screens_gin_idx on ui_screens using gin (tenant_id, search, custom_search, custom jsonb_path_ops, "columns", "role_names", "team_ids");

create index ui_saved_views_created_at_idx on ui_saved_views using btree (tenant_id, created_at desc, id);

create index ui_saved_views_user_id_idx on ui_saved_views using btree (tenant_id, "user_id");

create index ui_saved_views_model_key_idx on ui_saved_views using btree (tenant_id, "model_key", id);

create index ui_saved_views_owner_id_idx on ui_saved_views using btree (tenant_id, "owner_id");

create index ui_saved_views_gin_idx on ui_saved_views using gin (tenant_id, search, custom_search, custom jsonb_path_ops, "sort", "columns");

create index ui_dashboards_gin_idx on ui_dashboards using gin (tenant_id, search, custom_search, custom jsonb_path_ops, "role_names", "team_ids", "tags");

create index ui_announcement_dismissals_created_at_idx on ui_announcement_dismissals using btree (tenant_id, created_at desc, id);

create index ui_announcement_dismissals_announcement_id_idx on ui_announcement_dismissals using btree (tenant_id, "announcement_id");

create index ui_announcement_dismissals_user_id_idx on ui_announcement_dismissals using btree (tenant_id, "user_id");

create unique index ui_announcement_dismissals_user_id_announcement_id_key on ui_announcement_dismissals using btree (tenant_id, "user_id", "announcement_id");

create index ui_announcement_dismissals_gin_idx on ui_announcement_dismissals using gin (tenant_id, custom_search, custom jsonb_path_ops);

alter table ui_saved_views enable row level security;

alter table ui_saved_views force row level security;

create policy tenant on ui_saved_views using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table ui_announcement_dismissals enable row level security;

alter table ui_announcement_dismissals force row level security;

create policy tenant on ui_announcement_dismissals using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table ui_screens add constraint ui_screens_dashboard_id_fkey foreign key (tenant_id, "dashboard_id") references ui_dashboards (tenant_id, id) deferrable;

alter table ui_saved_views add constraint ui_saved_views_user_id_fkey foreign key (tenant_id, "user_id") references identity_users (tenant_id, id) deferrable;

alter table ui_saved_views add constraint ui_saved_views_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;

alter table ui_announcement_dismissals add constraint ui_announcement_dismissals_announcement_id_fkey foreign key (tenant_id, "announcement_id") references ui_enterprise_product_announcements (tenant_id, id) deferrable;

alter table ui_announcement_dismissals add constraint ui_announcement_dismissals_user_id_fkey foreign key (tenant_id, "user_id") references identity_users (tenant_id, id) deferrable;
