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

drop index ui_screen_statuses_name_key;

drop index sales_quote_statuses_name_key;

drop index marketing_campaign_statuses_name_key;

drop index marketing_website_statuses_name_key;

drop index sales_account_statuses_name_key;

drop index sales_order_statuses_name_key;

drop index sales_contact_statuses_name_key;

drop index sales_product_statuses_name_key;

drop index sales_lead_statuses_name_key;

drop index sales_opportunity_statuses_name_key;

create index sales_contact_statuses_name_idx on sales_contact_statuses using btree (tenant_id, "name", id);

create index sales_account_statuses_name_idx on sales_account_statuses using btree (tenant_id, "name", id);

create index sales_lead_statuses_name_idx on sales_lead_statuses using btree (tenant_id, "name", id);

create index sales_opportunity_statuses_name_idx on sales_opportunity_statuses using btree (tenant_id, "name", id);

create index sales_quote_statuses_name_idx on sales_quote_statuses using btree (tenant_id, "name", id);

create index sales_order_statuses_name_idx on sales_order_statuses using btree (tenant_id, "name", id);

create index sales_product_statuses_name_idx on sales_product_statuses using btree (tenant_id, "name", id);

create index marketing_campaign_statuses_name_idx on marketing_campaign_statuses using btree (tenant_id, "name", id);

create index marketing_website_statuses_name_idx on marketing_website_statuses using btree (tenant_id, "name", id);

create index identity_api_keys_created_at_idx on identity_api_keys using btree (tenant_id, created_at desc, id);

create index identity_api_keys_user_id_idx on identity_api_keys using btree (tenant_id, "user_id");

create index identity_api_keys_search_idx on identity_api_keys using gin (tenant_id, search);

create index ui_screen_statuses_name_idx on ui_screen_statuses using btree (tenant_id, "name", id);

alter table identity_api_keys enable row level security;

alter table identity_api_keys force row level security;

create policy tenant on identity_api_keys using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

create trigger identity_api_keys_changed after insert or delete or update of "scopes", "expires_at", "user_id" on identity_api_keys for each row execute function notify_changed();

alter table identity_api_keys add constraint identity_api_keys_user_id_fkey foreign key (tenant_id, "user_id") references identity_users (tenant_id, id) deferrable;
