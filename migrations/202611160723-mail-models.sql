create table communications_email_list_members (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "email_list_id" uuid not null,
  "email" text not null,
  "name" text,
  "contact_id" uuid,
  "status" text,
  "source" text,
  "subscribed_at" timestamptz(3),
  "confirmed_at" timestamptz(3),
  "unsubscribed_at" timestamptz(3),
  "variables" jsonb,
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("email", 10000), '') || ' ' || coalesce(left("name", 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "email_folded" text generated always as (lower("email")) stored,
  constraint communications_email_list_members_pkey primary key (tenant_id, id)
);

create table communications_email_suppressions (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "email" text not null,
  "reason" text,
  "email_list_id" uuid,
  "active" boolean,
  "email_id" uuid,
  "contact_id" uuid,
  "suppressed_at" timestamptz(3),
  "notes" text,
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("email", 10000), '') || ' ' || coalesce(left("notes", 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "email_folded" text generated always as (lower("email")) stored,
  constraint communications_email_suppressions_pkey primary key (tenant_id, id)
);

create table communications_email_transports (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "name" text not null,
  "url" text not null,
  "provider" text,
  "event_key" text,
  "from_email" text,
  "from_name" text,
  "rate_per_second" numeric,
  "daily_limit" bigint,
  "warm_up_days" bigint,
  "max_connections" bigint,
  "position" bigint,
  "active" boolean,
  "dkim_domain" text,
  "return_path_domain" text,
  "status" text,
  "status_reason" text,
  "status_changed_at" timestamptz(3),
  "tested_at" timestamptz(3),
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("name", 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  constraint communications_email_transports_pkey primary key (tenant_id, id)
);

alter table sales_contacts add column "do_not_email" boolean;

alter table sales_leads add column "do_not_email" boolean;

alter table communications_emails add column "email_list_id" uuid, add column "bounced_at" timestamptz(3), add column "bounce_type" text, add column "complained_at" timestamptz(3), add column "unsubscribed_at" timestamptz(3), add column "track_opens" boolean, add column "track_clicks" boolean, add column "unconfirmed" boolean, add column "transport_id" uuid, add column "attachment_ids" uuid[];

alter table communications_email_snapshots add column "format" text, add column "preview_text" text, add column "finished_at" timestamptz(3), add column "track_opens" boolean, add column "track_clicks" boolean, add column "skipped_count" bigint, add column "duplicate_count" bigint;

drop index communications_emails_gin_idx;

create index communications_emails_email_list_id_idx on communications_emails using btree (tenant_id, "email_list_id");

create index communications_emails_batch_id_idx on communications_emails using btree (tenant_id, "batch_id", id);

create index communications_emails_transport_id_idx on communications_emails using btree (tenant_id, "transport_id");

create index communications_emails_batch_id_status_idx on communications_emails using btree (tenant_id, "batch_id", "status");

create index communications_emails_gin_idx on communications_emails using gin (tenant_id, search, custom_search, custom jsonb_path_ops, "to", "cc", "bcc", "attachment_ids", "tags");

create index communications_email_list_members_created_at_idx on communications_email_list_members using btree (tenant_id, created_at desc, id);

create index communications_email_list_members_email_list_id_idx on communications_email_list_members using btree (tenant_id, "email_list_id");

create index communications_email_list_members_email_idx on communications_email_list_members using btree (tenant_id, "email_folded", id);

create index communications_email_list_members_contact_id_idx on communications_email_list_members using btree (tenant_id, "contact_id");

create index communications_email_list_members_status_idx on communications_email_list_members using btree (tenant_id, "status", id);

create index communications_email_list_members_owner_id_idx on communications_email_list_members using btree (tenant_id, "owner_id");

create unique index communications_email_list_members_email_list_id_email_key on communications_email_list_members using btree (tenant_id, "email_list_id", "email_folded");

create index communications_email_list_members_gin_idx on communications_email_list_members using gin (tenant_id, search, custom_search, custom jsonb_path_ops);

create index communications_email_suppressions_created_at_idx on communications_email_suppressions using btree (tenant_id, created_at desc, id);

create index communications_email_suppressions_email_idx on communications_email_suppressions using btree (tenant_id, "email_folded", id);

create index communications_email_suppressions_reason_idx on communications_email_suppressions using btree (tenant_id, "reason", id);

create index communications_email_suppressions_email_list_id_idx on communications_email_suppressions using btree (tenant_id, "email_list_id");

create index communications_email_suppressions_active_idx on communications_email_suppressions using btree (tenant_id, "active", id);

create index communications_email_suppressions_email_id_idx on communications_email_suppressions using btree (tenant_id, "email_id");

create index communications_email_suppressions_contact_id_idx on communications_email_suppressions using btree (tenant_id, "contact_id");

create index communications_email_suppressions_suppressed_at_idx on communications_email_suppressions using btree (tenant_id, "suppressed_at", id);

create index communications_email_suppressions_owner_id_idx on communications_email_suppressions using btree (tenant_id, "owner_id");

create index communications_email_suppressions_gin_idx on communications_email_suppressions using gin (tenant_id, search, custom_search, custom jsonb_path_ops);

create index communications_email_transports_created_at_idx on communications_email_transports using btree (tenant_id, created_at desc, id);

create index communications_email_transports_position_idx on communications_email_transports using btree (tenant_id, "position", id);

create index communications_email_transports_owner_id_idx on communications_email_transports using btree (tenant_id, "owner_id");

create index communications_email_transports_gin_idx on communications_email_transports using gin (tenant_id, search, custom_search, custom jsonb_path_ops);

create unique index communications_email_snapshot_contacts_email_snaps_dab47ba6_key on communications_email_snapshot_contacts using btree (tenant_id, "email_snapshot_id", "email_folded");

alter table communications_email_list_members enable row level security;

alter table communications_email_list_members force row level security;

create policy tenant on communications_email_list_members using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table communications_email_suppressions enable row level security;

alter table communications_email_suppressions force row level security;

create policy tenant on communications_email_suppressions using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table communications_email_transports enable row level security;

alter table communications_email_transports force row level security;

create policy tenant on communications_email_transports using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table communications_emails add constraint communications_emails_email_list_id_fkey foreign key (tenant_id, "email_list_id") references communications_email_lists (tenant_id, id) deferrable;

alter table communications_emails add constraint communications_emails_transport_id_fkey foreign key (tenant_id, "transport_id") references communications_email_transports (tenant_id, id) deferrable;

alter table communications_email_list_members add constraint communications_email_list_members_email_list_id_fkey foreign key (tenant_id, "email_list_id") references communications_email_lists (tenant_id, id) deferrable;

alter table communications_email_list_members add constraint communications_email_list_members_contact_id_fkey foreign key (tenant_id, "contact_id") references sales_contacts (tenant_id, id) deferrable;

alter table communications_email_list_members add constraint communications_email_list_members_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;

alter table communications_email_suppressions add constraint communications_email_suppressions_email_list_id_fkey foreign key (tenant_id, "email_list_id") references communications_email_lists (tenant_id, id) deferrable;

alter table communications_email_suppressions add constraint communications_email_suppressions_email_id_fkey foreign key (tenant_id, "email_id") references communications_emails (tenant_id, id) deferrable;

alter table communications_email_suppressions add constraint communications_email_suppressions_contact_id_fkey foreign key (tenant_id, "contact_id") references sales_contacts (tenant_id, id) deferrable;

alter table communications_email_suppressions add constraint communications_email_suppressions_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;

alter table communications_email_transports add constraint communications_email_transports_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;
