create table data_stored_files (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "name" text not null,
  "mime_type" text,
  "size" bigint,
  "sha256" text,
  "url" text,
  "storage_key" text,
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("name", 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  constraint data_stored_files_pkey primary key (tenant_id, id)
);

alter table sales_contact_files alter column "name" drop not null;

alter table sales_contact_files add column "sha256" text, add column "stored_file_id" uuid;

alter table sales_account_files alter column "name" drop not null;

alter table sales_account_files add column "sha256" text, add column "stored_file_id" uuid;

alter table sales_lead_files alter column "name" drop not null;

alter table sales_lead_files add column "sha256" text, add column "stored_file_id" uuid;

alter table sales_opportunity_files alter column "name" drop not null;

alter table sales_opportunity_files add column "sha256" text, add column "stored_file_id" uuid;

alter table sales_quote_files alter column "name" drop not null;

alter table sales_quote_files add column "sha256" text, add column "stored_file_id" uuid;

alter table sales_order_files alter column "name" drop not null;

alter table sales_order_files add column "sha256" text, add column "stored_file_id" uuid;

alter table sales_product_files alter column "name" drop not null;

alter table sales_product_files add column "sha256" text, add column "stored_file_id" uuid;

alter table sales_insight_files alter column "name" drop not null;

alter table sales_insight_files add column "sha256" text, add column "stored_file_id" uuid;

alter table sales_insight_filter_files alter column "name" drop not null;

alter table sales_insight_filter_files add column "sha256" text, add column "stored_file_id" uuid;

alter table sales_files alter column "name" drop not null;

alter table sales_files add column "sha256" text, add column "stored_file_id" uuid;

alter table marketing_campaign_channel_ads_files alter column "name" drop not null;

alter table marketing_campaign_channel_ads_files add column "sha256" text, add column "stored_file_id" uuid;

alter table marketing_campaign_channel_email_files alter column "name" drop not null;

alter table marketing_campaign_channel_email_files add column "sha256" text, add column "stored_file_id" uuid;

alter table marketing_campaign_channel_ppc_files alter column "name" drop not null;

alter table marketing_campaign_channel_ppc_files add column "sha256" text, add column "stored_file_id" uuid;

alter table marketing_campaign_channel_sms_files alter column "name" drop not null;

alter table marketing_campaign_channel_sms_files add column "sha256" text, add column "stored_file_id" uuid;

alter table marketing_campaign_channel_social_files alter column "name" drop not null;

alter table marketing_campaign_channel_social_files add column "sha256" text, add column "stored_file_id" uuid;

alter table marketing_campaign_channel_web_content_files alter column "name" drop not null;

alter table marketing_campaign_channel_web_content_files add column "sha256" text, add column "stored_file_id" uuid;

alter table marketing_segment_files alter column "name" drop not null;

alter table marketing_segment_files add column "sha256" text, add column "stored_file_id" uuid;

alter table communications_campaign_files alter column "name" drop not null;

alter table communications_campaign_files add column "sha256" text, add column "stored_file_id" uuid;

alter table communications_email_files alter column "name" drop not null;

alter table communications_email_files add column "sha256" text, add column "stored_file_id" uuid;

alter table ui_screen_files alter column "name" drop not null;

alter table ui_screen_files add column "sha256" text, add column "stored_file_id" uuid;

alter table ui_support_ticket_files alter column "name" drop not null;

alter table ui_support_ticket_files add column "sha256" text, add column "stored_file_id" uuid;

alter table ui_enterprise_product_announcement_files alter column "name" drop not null;

alter table ui_enterprise_product_announcement_files add column "sha256" text, add column "stored_file_id" uuid;

alter table inventory_equipment_files alter column "name" drop not null;

alter table inventory_equipment_files add column "sha256" text, add column "stored_file_id" uuid;

alter table support_support_article_files alter column "name" drop not null;

alter table support_support_article_files add column "sha256" text, add column "stored_file_id" uuid;

create index sales_contact_files_stored_file_id_idx on sales_contact_files using btree (tenant_id, "stored_file_id");

create index sales_account_files_stored_file_id_idx on sales_account_files using btree (tenant_id, "stored_file_id");

create index sales_lead_files_stored_file_id_idx on sales_lead_files using btree (tenant_id, "stored_file_id");

create index sales_opportunity_files_stored_file_id_idx on sales_opportunity_files using btree (tenant_id, "stored_file_id");

create index sales_quote_files_stored_file_id_idx on sales_quote_files using btree (tenant_id, "stored_file_id");

create index sales_order_files_stored_file_id_idx on sales_order_files using btree (tenant_id, "stored_file_id");

create index sales_product_files_stored_file_id_idx on sales_product_files using btree (tenant_id, "stored_file_id");

create index sales_insight_files_stored_file_id_idx on sales_insight_files using btree (tenant_id, "stored_file_id");

create index sales_insight_filter_files_stored_file_id_idx on sales_insight_filter_files using btree (tenant_id, "stored_file_id");

create index sales_files_stored_file_id_idx on sales_files using btree (tenant_id, "stored_file_id");

create index marketing_campaign_channel_ads_files_stored_file_id_idx on marketing_campaign_channel_ads_files using btree (tenant_id, "stored_file_id");

create index marketing_campaign_channel_email_files_stored_file_id_idx on marketing_campaign_channel_email_files using btree (tenant_id, "stored_file_id");

create index marketing_campaign_channel_ppc_files_stored_file_id_idx on marketing_campaign_channel_ppc_files using btree (tenant_id, "stored_file_id");

create index marketing_campaign_channel_sms_files_stored_file_id_idx on marketing_campaign_channel_sms_files using btree (tenant_id, "stored_file_id");

create index marketing_campaign_channel_social_files_stored_file_id_idx on marketing_campaign_channel_social_files using btree (tenant_id, "stored_file_id");

create index marketing_campaign_channel_web_content_files_stored_file_id_idx on marketing_campaign_channel_web_content_files using btree (tenant_id, "stored_file_id");

create index marketing_segment_files_stored_file_id_idx on marketing_segment_files using btree (tenant_id, "stored_file_id");

create index communications_campaign_files_stored_file_id_idx on communications_campaign_files using btree (tenant_id, "stored_file_id");

create index communications_email_files_stored_file_id_idx on communications_email_files using btree (tenant_id, "stored_file_id");

create index ui_screen_files_stored_file_id_idx on ui_screen_files using btree (tenant_id, "stored_file_id");

create index ui_support_ticket_files_stored_file_id_idx on ui_support_ticket_files using btree (tenant_id, "stored_file_id");

create index ui_enterprise_product_announcement_files_stored_file_id_idx on ui_enterprise_product_announcement_files using btree (tenant_id, "stored_file_id");

create index inventory_equipment_files_stored_file_id_idx on inventory_equipment_files using btree (tenant_id, "stored_file_id");

create index support_support_article_files_stored_file_id_idx on support_support_article_files using btree (tenant_id, "stored_file_id");

create index data_stored_files_created_at_idx on data_stored_files using btree (tenant_id, created_at desc, id);

create index data_stored_files_owner_id_idx on data_stored_files using btree (tenant_id, "owner_id");

create index data_stored_files_gin_idx on data_stored_files using gin (tenant_id, search, custom_search, custom jsonb_path_ops);

alter table data_stored_files enable row level security;

alter table data_stored_files force row level security;

create policy tenant on data_stored_files using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table sales_contact_files add constraint sales_contact_files_stored_file_id_fkey foreign key (tenant_id, "stored_file_id") references data_stored_files (tenant_id, id) deferrable;

alter table sales_account_files add constraint sales_account_files_stored_file_id_fkey foreign key (tenant_id, "stored_file_id") references data_stored_files (tenant_id, id) deferrable;

alter table sales_lead_files add constraint sales_lead_files_stored_file_id_fkey foreign key (tenant_id, "stored_file_id") references data_stored_files (tenant_id, id) deferrable;

alter table sales_opportunity_files add constraint sales_opportunity_files_stored_file_id_fkey foreign key (tenant_id, "stored_file_id") references data_stored_files (tenant_id, id) deferrable;

alter table sales_quote_files add constraint sales_quote_files_stored_file_id_fkey foreign key (tenant_id, "stored_file_id") references data_stored_files (tenant_id, id) deferrable;

alter table sales_order_files add constraint sales_order_files_stored_file_id_fkey foreign key (tenant_id, "stored_file_id") references data_stored_files (tenant_id, id) deferrable;

alter table sales_product_files add constraint sales_product_files_stored_file_id_fkey foreign key (tenant_id, "stored_file_id") references data_stored_files (tenant_id, id) deferrable;

alter table sales_insight_files add constraint sales_insight_files_stored_file_id_fkey foreign key (tenant_id, "stored_file_id") references data_stored_files (tenant_id, id) deferrable;

alter table sales_insight_filter_files add constraint sales_insight_filter_files_stored_file_id_fkey foreign key (tenant_id, "stored_file_id") references data_stored_files (tenant_id, id) deferrable;

alter table sales_files add constraint sales_files_stored_file_id_fkey foreign key (tenant_id, "stored_file_id") references data_stored_files (tenant_id, id) deferrable;

alter table marketing_campaign_channel_ads_files add constraint marketing_campaign_channel_ads_files_stored_file_id_fkey foreign key (tenant_id, "stored_file_id") references data_stored_files (tenant_id, id) deferrable;

alter table marketing_campaign_channel_email_files add constraint marketing_campaign_channel_email_files_stored_file_id_fkey foreign key (tenant_id, "stored_file_id") references data_stored_files (tenant_id, id) deferrable;

alter table marketing_campaign_channel_ppc_files add constraint marketing_campaign_channel_ppc_files_stored_file_id_fkey foreign key (tenant_id, "stored_file_id") references data_stored_files (tenant_id, id) deferrable;

alter table marketing_campaign_channel_sms_files add constraint marketing_campaign_channel_sms_files_stored_file_id_fkey foreign key (tenant_id, "stored_file_id") references data_stored_files (tenant_id, id) deferrable;

alter table marketing_campaign_channel_social_files add constraint marketing_campaign_channel_social_files_stored_file_id_fkey foreign key (tenant_id, "stored_file_id") references data_stored_files (tenant_id, id) deferrable;

alter table marketing_campaign_channel_web_content_files add constraint marketing_campaign_channel_web_content_files_stor_8e63277c_fkey foreign key (tenant_id, "stored_file_id") references data_stored_files (tenant_id, id) deferrable;

alter table marketing_segment_files add constraint marketing_segment_files_stored_file_id_fkey foreign key (tenant_id, "stored_file_id") references data_stored_files (tenant_id, id) deferrable;

alter table communications_campaign_files add constraint communications_campaign_files_stored_file_id_fkey foreign key (tenant_id, "stored_file_id") references data_stored_files (tenant_id, id) deferrable;

alter table communications_email_files add constraint communications_email_files_stored_file_id_fkey foreign key (tenant_id, "stored_file_id") references data_stored_files (tenant_id, id) deferrable;

alter table ui_screen_files add constraint ui_screen_files_stored_file_id_fkey foreign key (tenant_id, "stored_file_id") references data_stored_files (tenant_id, id) deferrable;

alter table ui_support_ticket_files add constraint ui_support_ticket_files_stored_file_id_fkey foreign key (tenant_id, "stored_file_id") references data_stored_files (tenant_id, id) deferrable;

alter table ui_enterprise_product_announcement_files add constraint ui_enterprise_product_announcement_files_stored_file_id_fkey foreign key (tenant_id, "stored_file_id") references data_stored_files (tenant_id, id) deferrable;

alter table inventory_equipment_files add constraint inventory_equipment_files_stored_file_id_fkey foreign key (tenant_id, "stored_file_id") references data_stored_files (tenant_id, id) deferrable;

alter table support_support_article_files add constraint support_support_article_files_stored_file_id_fkey foreign key (tenant_id, "stored_file_id") references data_stored_files (tenant_id, id) deferrable;

alter table data_stored_files add constraint data_stored_files_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;
