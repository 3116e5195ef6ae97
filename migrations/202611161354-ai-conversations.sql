create table ai_ai_conversations (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "title" text,
  "user_id" uuid,
  "model" text,
  "message_count" bigint,
  "last_message_at" timestamptz(3),
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("title", 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  constraint ai_ai_conversations_pkey primary key (tenant_id, id)
);

create table ai_ai_messages (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "conversation_id" uuid not null,
  "user_id" uuid,
  "position" bigint not null,
  "role" text not null,
  "content" text,
  "parts" jsonb,
  "model" text,
  "completion_id" text,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("content", 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  constraint ai_ai_messages_pkey primary key (tenant_id, id)
);

create index ai_ai_conversations_created_at_idx on ai_ai_conversations using btree (tenant_id, created_at desc, id);

create index ai_ai_conversations_user_id_idx on ai_ai_conversations using btree (tenant_id, "user_id");

create index ai_ai_conversations_last_message_at_idx on ai_ai_conversations using btree (tenant_id, "last_message_at", id);

create index ai_ai_conversations_gin_idx on ai_ai_conversations using gin (tenant_id, search, custom_search, custom jsonb_path_ops);

create index ai_ai_messages_created_at_idx on ai_ai_messages using btree (tenant_id, created_at desc, id);

create index ai_ai_messages_conversation_id_idx on ai_ai_messages using btree (tenant_id, "conversation_id");

create index ai_ai_messages_user_id_idx on ai_ai_messages using btree (tenant_id, "user_id");

create index ai_ai_messages_conversation_id_position_idx on ai_ai_messages using btree (tenant_id, "conversation_id", "position");

create index ai_ai_messages_gin_idx on ai_ai_messages using gin (tenant_id, search, custom_search, custom jsonb_path_ops);

alter table ai_ai_conversations enable row level security;

alter table ai_ai_conversations force row level security;

create policy tenant on ai_ai_conversations using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table ai_ai_messages enable row level security;

alter table ai_ai_messages force row level security;

create policy tenant on ai_ai_messages using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table ai_ai_conversations add constraint ai_ai_conversations_user_id_fkey foreign key (tenant_id, "user_id") references identity_users (tenant_id, id) deferrable;

alter table ai_ai_messages add constraint ai_ai_messages_conversation_id_fkey foreign key (tenant_id, "conversation_id") references ai_ai_conversations (tenant_id, id) deferrable;

alter table ai_ai_messages add constraint ai_ai_messages_user_id_fkey foreign key (tenant_id, "user_id") references identity_users (tenant_id, id) deferrable;
