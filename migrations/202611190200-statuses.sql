create table sales_pipelines (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "name" text not null,
  "is_default" boolean,
  "active" boolean,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("name", 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "name_folded" text generated always as (lower("name")) stored,
  constraint sales_pipelines_pkey primary key (tenant_id, id)
);

alter table sales_contact_statuses add column "key" text, add column "category" text, add column "key_folded" text generated always as (lower("key")) stored;

alter table sales_account_statuses add column "key" text, add column "category" text, add column "key_folded" text generated always as (lower("key")) stored;

alter table sales_lead_statuses add column "key" text, add column "category" text, add column "key_folded" text generated always as (lower("key")) stored;

alter table sales_opportunities add column "pipeline_id" uuid, add column "probability_set_by_hand" boolean;

alter table sales_opportunity_statuses add column "key" text, add column "category" text, add column "pipeline_id" uuid, add column "probability" numeric, add column "forecast_category" text, add column "rotting_days" bigint, add column "required_fields" text[];

alter table sales_quote_statuses add column "key" text, add column "category" text, add column "key_folded" text generated always as (lower("key")) stored;

alter table sales_order_statuses add column "key" text, add column "category" text, add column "key_folded" text generated always as (lower("key")) stored;

alter table sales_product_statuses add column "key" text, add column "category" text, add column "key_folded" text generated always as (lower("key")) stored;

alter table marketing_campaign_statuses add column "key" text, add column "category" text, add column "key_folded" text generated always as (lower("key")) stored;

alter table marketing_website_statuses add column "key" text, add column "category" text, add column "key_folded" text generated always as (lower("key")) stored;

alter table ui_screen_statuses add column "key" text, add column "category" text, add column "key_folded" text generated always as (lower("key")) stored;

drop index sales_opportunity_statuses_gin_idx;

create unique index sales_contact_statuses_key_key on sales_contact_statuses using btree (tenant_id, "key_folded");

create unique index sales_account_statuses_key_key on sales_account_statuses using btree (tenant_id, "key_folded");

create unique index sales_lead_statuses_key_key on sales_lead_statuses using btree (tenant_id, "key_folded");

create index sales_opportunities_pipeline_id_idx on sales_opportunities using btree (tenant_id, "pipeline_id");

create index sales_opportunities_closed_at_idx on sales_opportunities using btree (tenant_id, "closed_at", id);

create index sales_pipelines_created_at_idx on sales_pipelines using btree (tenant_id, created_at desc, id);

create unique index sales_pipelines_name_key on sales_pipelines using btree (tenant_id, "name_folded");

create index sales_pipelines_gin_idx on sales_pipelines using gin (tenant_id, search, custom_search, custom jsonb_path_ops);

create index sales_opportunity_statuses_pipeline_id_idx on sales_opportunity_statuses using btree (tenant_id, "pipeline_id");

create unique index sales_opportunity_statuses_pipeline_id_key_key on sales_opportunity_statuses using btree (tenant_id, "pipeline_id", "key");

create index sales_opportunity_statuses_gin_idx on sales_opportunity_statuses using gin (tenant_id, search, custom_search, custom jsonb_path_ops, "required_fields");

create unique index sales_quote_statuses_key_key on sales_quote_statuses using btree (tenant_id, "key_folded");

create unique index sales_order_statuses_key_key on sales_order_statuses using btree (tenant_id, "key_folded");

create unique index sales_product_statuses_key_key on sales_product_statuses using btree (tenant_id, "key_folded");

create unique index marketing_campaign_statuses_key_key on marketing_campaign_statuses using btree (tenant_id, "key_folded");

create unique index marketing_website_statuses_key_key on marketing_website_statuses using btree (tenant_id, "key_folded");

create unique index ui_screen_statuses_key_key on ui_screen_statuses using btree (tenant_id, "key_folded");

alter table sales_pipelines enable row level security;

alter table sales_pipelines force row level security;

create policy tenant on sales_pipelines using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

create trigger sales_pipelines_changed after insert or delete or update on sales_pipelines for each row execute function notify_changed();

create trigger sales_contact_statuses_changed after insert or delete or update on sales_contact_statuses for each row execute function notify_changed();

create trigger sales_account_statuses_changed after insert or delete or update on sales_account_statuses for each row execute function notify_changed();

create trigger sales_lead_statuses_changed after insert or delete or update on sales_lead_statuses for each row execute function notify_changed();

create trigger sales_opportunity_statuses_changed after insert or delete or update on sales_opportunity_statuses for each row execute function notify_changed();

create trigger sales_quote_statuses_changed after insert or delete or update on sales_quote_statuses for each row execute function notify_changed();

create trigger sales_order_statuses_changed after insert or delete or update on sales_order_statuses for each row execute function notify_changed();

create trigger sales_product_statuses_changed after insert or delete or update on sales_product_statuses for each row execute function notify_changed();

create trigger marketing_campaign_statuses_changed after insert or delete or update on marketing_campaign_statuses for each row execute function notify_changed();

create trigger marketing_website_statuses_changed after insert or delete or update on marketing_website_statuses for each row execute function notify_changed();

create trigger ui_screen_statuses_changed after insert or delete or update on ui_screen_statuses for each row execute function notify_changed();

alter table sales_opportunities add constraint sales_opportunities_pipeline_id_fkey foreign key (tenant_id, "pipeline_id") references sales_pipelines (tenant_id, id) deferrable;

alter table sales_opportunity_statuses add constraint sales_opportunity_statuses_pipeline_id_fkey foreign key (tenant_id, "pipeline_id") references sales_pipelines (tenant_id, id) deferrable;
