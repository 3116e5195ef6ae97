create table marketing_social_connections (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "platform" text not null,
  "name" text not null,
  "handle" text,
  "external_id" text,
  "avatar_url" text,
  "profile_url" text,
  "server_url" text,
  "status" text,
  "error" text,
  "scopes" text[],
  "expires_at" timestamptz(3),
  "last_published_at" timestamptz(3),
  "inbox_read_at" timestamptz(3),
  "metrics_read_at" timestamptz(3),
  "access_token" text,
  "refresh_token" text,
  "app_password" text,
  "webhook_secret" text,
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("name", 10000), '') || ' ' || coalesce(left("handle", 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  constraint marketing_social_connections_pkey primary key (tenant_id, id)
);

create table marketing_social_posts (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "connection_id" uuid,
  "platform" text,
  "campaign_id" uuid,
  "channel_id" uuid,
  "content" text not null,
  "variants" jsonb,
  "link_url" text,
  "media_ids" uuid[],
  "alt_texts" text[],
  "scheduled_at" timestamptz(3),
  "status" text,
  "approved_by" uuid,
  "approved_at" timestamptz(3),
  "published_at" timestamptz(3),
  "post_url" text,
  "external_id" text,
  "error" text,
  "attempt_count" bigint,
  "impression_count" bigint,
  "reach_count" bigint,
  "click_count" bigint,
  "like_count" bigint,
  "comment_count" bigint,
  "share_count" bigint,
  "save_count" bigint,
  "video_view_count" bigint,
  "metrics_read_at" timestamptz(3),
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("content", 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  constraint marketing_social_posts_pkey primary key (tenant_id, id)
);

create table marketing_social_metrics (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "connection_id" uuid not null,
  "post_id" uuid,
  "platform" text,
  "day" date,
  "follower_count" bigint,
  "post_count" bigint,
  "impression_count" bigint,
  "reach_count" bigint,
  "click_count" bigint,
  "like_count" bigint,
  "comment_count" bigint,
  "share_count" bigint,
  "save_count" bigint,
  "video_view_count" bigint,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  constraint marketing_social_metrics_pkey primary key (tenant_id, id)
);

create index marketing_social_connections_created_at_idx on marketing_social_connections using btree (tenant_id, created_at desc, id);

create index marketing_social_connections_platform_idx on marketing_social_connections using btree (tenant_id, "platform", id);

create index marketing_social_connections_status_idx on marketing_social_connections using btree (tenant_id, "status", id);

create index marketing_social_connections_owner_id_idx on marketing_social_connections using btree (tenant_id, "owner_id");

create unique index marketing_social_connections_platform_external_id_key on marketing_social_connections using btree (tenant_id, "platform", "external_id");

create index marketing_social_connections_gin_idx on marketing_social_connections using gin (tenant_id, search, custom_search, custom jsonb_path_ops, "scopes");

create index marketing_social_posts_created_at_idx on marketing_social_posts using btree (tenant_id, created_at desc, id);

create index marketing_social_posts_connection_id_idx on marketing_social_posts using btree (tenant_id, "connection_id");

create index marketing_social_posts_platform_idx on marketing_social_posts using btree (tenant_id, "platform", id);

create index marketing_social_posts_campaign_id_idx on marketing_social_posts using btree (tenant_id, "campaign_id");

create index marketing_social_posts_channel_id_idx on marketing_social_posts using btree (tenant_id, "channel_id");

create index marketing_social_posts_scheduled_at_idx on marketing_social_posts using btree (tenant_id, "scheduled_at", id);

create index marketing_social_posts_status_idx on marketing_social_posts using btree (tenant_id, "status", id);

create index marketing_social_posts_approved_by_idx on marketing_social_posts using btree (tenant_id, "approved_by");

create index marketing_social_posts_published_at_idx on marketing_social_posts using btree (tenant_id, "published_at", id);

create index marketing_social_posts_external_id_idx on marketing_social_posts using btree (tenant_id, "external_id", id);

create index marketing_social_posts_owner_id_idx on marketing_social_posts using btree (tenant_id, "owner_id");

create index marketing_social_posts_gin_idx on marketing_social_posts using gin (tenant_id, search, custom_search, custom jsonb_path_ops, "media_ids", "alt_texts");

create index marketing_social_metrics_created_at_idx on marketing_social_metrics using btree (tenant_id, created_at desc, id);

create index marketing_social_metrics_connection_id_idx on marketing_social_metrics using btree (tenant_id, "connection_id");

create index marketing_social_metrics_post_id_idx on marketing_social_metrics using btree (tenant_id, "post_id");

create index marketing_social_metrics_day_idx on marketing_social_metrics using btree (tenant_id, "day", id);

create index marketing_social_metrics_connection_id_day_idx on marketing_social_metrics using btree (tenant_id, "connection_id", "day");

create index marketing_social_metrics_gin_idx on marketing_social_metrics using gin (tenant_id, custom_search, custom jsonb_path_ops);

alter table marketing_social_connections enable row level security;

alter table marketing_social_connections force row level security;

create policy tenant on marketing_social_connections using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table marketing_social_posts enable row level security;

alter table marketing_social_posts force row level security;

create policy tenant on marketing_social_posts using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table marketing_social_metrics enable row level security;

alter table marketing_social_metrics force row level security;

create policy tenant on marketing_social_metrics using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table marketing_social_connections add constraint marketing_social_connections_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;

alter table marketing_social_posts add constraint marketing_social_posts_connection_id_fkey foreign key (tenant_id, "connection_id") references marketing_social_connections (tenant_id, id) deferrable;

alter table marketing_social_posts add constraint marketing_social_posts_campaign_id_fkey foreign key (tenant_id, "campaign_id") references marketing_campaigns (tenant_id, id) deferrable;

alter table marketing_social_posts add constraint marketing_social_posts_channel_id_fkey foreign key (tenant_id, "channel_id") references marketing_campaign_channel_social (tenant_id, id) deferrable;

alter table marketing_social_posts add constraint marketing_social_posts_approved_by_fkey foreign key (tenant_id, "approved_by") references identity_users (tenant_id, id) deferrable;

alter table marketing_social_posts add constraint marketing_social_posts_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;

alter table marketing_social_metrics add constraint marketing_social_metrics_connection_id_fkey foreign key (tenant_id, "connection_id") references marketing_social_connections (tenant_id, id) deferrable;

alter table marketing_social_metrics add constraint marketing_social_metrics_post_id_fkey foreign key (tenant_id, "post_id") references marketing_social_posts (tenant_id, id) deferrable;
