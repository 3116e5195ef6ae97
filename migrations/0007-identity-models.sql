create table identity_api_keys (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "name" text not null,
  "scopes" text[] not null,
  "expires_at" timestamptz(3),
  "prefix" text,
  "user_id" uuid,
  "last_used_at" timestamptz(3),
  "key" text,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("name", 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  constraint identity_api_keys_pkey primary key (tenant_id, id)
);

alter table identity_users add column "verification_due_at" timestamptz(3);

create index identity_api_keys_created_at_idx on identity_api_keys using btree (tenant_id, created_at desc, id);

create index identity_api_keys_user_id_idx on identity_api_keys using btree (tenant_id, "user_id");

create index identity_api_keys_search_idx on identity_api_keys using gin (tenant_id, search);

alter table identity_api_keys enable row level security;

alter table identity_api_keys force row level security;

create policy tenant on identity_api_keys using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

create trigger identity_api_keys_changed after insert or delete or update of "scopes", "expires_at", "user_id" on identity_api_keys for each row execute function notify_changed();

alter table identity_api_keys add constraint identity_api_keys_user_id_fkey foreign key (tenant_id, "user_id") references identity_users (tenant_id, id) deferrable;
