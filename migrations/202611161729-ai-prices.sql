create table ai_ai_model_prices (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "pattern" text not null,
  "input_price" numeric not null,
  "cached_input_price" numeric,
  "output_price" numeric not null,
  "notes" text,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("pattern", 10000), '') || ' ' || coalesce(left("notes", 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "pattern_folded" text generated always as (lower("pattern")) stored,
  constraint ai_ai_model_prices_pkey primary key (tenant_id, id)
);

alter table ai_ai_completion_logs add column "cost" numeric, add column "failed_over" jsonb, add column "content_kept" boolean;

create index ai_ai_completion_logs_content_kept_started_at_idx on ai_ai_completion_logs using btree (tenant_id, "content_kept", "started_at");

create index ai_ai_model_prices_created_at_idx on ai_ai_model_prices using btree (tenant_id, created_at desc, id);

create unique index ai_ai_model_prices_pattern_key on ai_ai_model_prices using btree (tenant_id, "pattern_folded");

create index ai_ai_model_prices_gin_idx on ai_ai_model_prices using gin (tenant_id, search, custom_search, custom jsonb_path_ops);

alter table ai_ai_model_prices enable row level security;

alter table ai_ai_model_prices force row level security;

create policy tenant on ai_ai_model_prices using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);
