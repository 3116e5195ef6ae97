create table communications_mailbox_connections (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "provider" text not null,
  "email" text not null,
  "name" text,
  "team_ids" uuid[],
  "status" text,
  "error" text,
  "last_synced_at" timestamptz(3),
  "backfill_days" bigint,
  "backfill_total" bigint,
  "backfill_done" bigint,
  "folders" text[],
  "sharing" text,
  "blocklist" text[],
  "creates_contacts" boolean,
  "signature" text,
  "imap" jsonb,
  "smtp" jsonb,
  "imap_password" text,
  "smtp_password" text,
  "refresh_token" text,
  "granted_scopes" text[],
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("email", 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "email_folded" text generated always as (lower("email")) stored,
  constraint communications_mailbox_connections_pkey primary key (tenant_id, id)
);

alter table communications_conversations add column "first_reply_due_at" timestamptz(3), add column "waiting_since" timestamptz(3), add column "merged_into_id" uuid, add column "visibility" text, add column "viewer_ids" uuid[], add column "viewer_team_ids" uuid[];

alter table communications_emails add column "references" text[], add column "category" text, add column "replied_at" timestamptz(3), add column "visibility" text, add column "viewer_ids" uuid[], add column "viewer_team_ids" uuid[];

drop index communications_emails_gin_idx;

drop index communications_conversations_gin_idx;

create index communications_conversations_first_reply_due_at_idx on communications_conversations using btree (tenant_id, "first_reply_due_at", id);

create index communications_conversations_merged_into_id_idx on communications_conversations using btree (tenant_id, "merged_into_id");

create index communications_conversations_gin_idx on communications_conversations using gin (tenant_id, search, custom_search, custom jsonb_path_ops, "follower_ids", "participants", "viewer_ids", "viewer_team_ids", "tags");

create index communications_emails_gin_idx on communications_emails using gin (tenant_id, search, custom_search, custom jsonb_path_ops, "to", "cc", "bcc", "references", "attachment_ids", "viewer_ids", "viewer_team_ids", "tags");

create index communications_mailbox_connections_created_at_idx on communications_mailbox_connections using btree (tenant_id, created_at desc, id);

create index communications_mailbox_connections_email_idx on communications_mailbox_connections using btree (tenant_id, "email_folded", id);

create index communications_mailbox_connections_status_idx on communications_mailbox_connections using btree (tenant_id, "status", id);

create index communications_mailbox_connections_owner_id_idx on communications_mailbox_connections using btree (tenant_id, "owner_id");

create index communications_mailbox_connections_gin_idx on communications_mailbox_connections using gin (tenant_id, search, custom_search, custom jsonb_path_ops, "team_ids", "folders", "blocklist", "granted_scopes");

alter table communications_mailbox_connections enable row level security;

alter table communications_mailbox_connections force row level security;

create policy tenant on communications_mailbox_connections using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table communications_conversations add constraint communications_conversations_merged_into_id_fkey foreign key (tenant_id, "merged_into_id") references communications_conversations (tenant_id, id) deferrable;

alter table communications_mailbox_connections add constraint communications_mailbox_connections_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;
