create table ai_ai_pending_actions (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "tool" text not null,
  "input" jsonb,
  "model" text,
  "record_id" text,
  "before" jsonb,
  "after" jsonb,
  "status" text,
  "completion_id" text,
  "conversation_id" text,
  "user_id" uuid,
  "decided_by_id" uuid,
  "decided_at" timestamptz(3),
  "result" jsonb,
  "error" jsonb,
  "expires_at" timestamptz(3),
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  constraint ai_ai_pending_actions_pkey primary key (tenant_id, id)
);

create index ai_ai_pending_actions_created_at_idx on ai_ai_pending_actions using btree (tenant_id, created_at desc, id);

create index ai_ai_pending_actions_record_id_idx on ai_ai_pending_actions using btree (tenant_id, "record_id", id);

create index ai_ai_pending_actions_status_idx on ai_ai_pending_actions using btree (tenant_id, "status", id);

create index ai_ai_pending_actions_completion_id_idx on ai_ai_pending_actions using btree (tenant_id, "completion_id", id);

create index ai_ai_pending_actions_conversation_id_idx on ai_ai_pending_actions using btree (tenant_id, "conversation_id", id);

create index ai_ai_pending_actions_user_id_idx on ai_ai_pending_actions using btree (tenant_id, "user_id");

create index ai_ai_pending_actions_decided_by_id_idx on ai_ai_pending_actions using btree (tenant_id, "decided_by_id");

create index ai_ai_pending_actions_expires_at_idx on ai_ai_pending_actions using btree (tenant_id, "expires_at", id);

create index ai_ai_pending_actions_status_expires_at_idx on ai_ai_pending_actions using btree (tenant_id, "status", "expires_at");

create index ai_ai_pending_actions_gin_idx on ai_ai_pending_actions using gin (tenant_id, custom_search, custom jsonb_path_ops);

alter table ai_ai_pending_actions enable row level security;

alter table ai_ai_pending_actions force row level security;

create policy tenant on ai_ai_pending_actions using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table ai_ai_pending_actions add constraint ai_ai_pending_actions_user_id_fkey foreign key (tenant_id, "user_id") references identity_users (tenant_id, id) deferrable;

alter table ai_ai_pending_actions add constraint ai_ai_pending_actions_decided_by_id_fkey foreign key (tenant_id, "decided_by_id") references identity_users (tenant_id, id) deferrable;
