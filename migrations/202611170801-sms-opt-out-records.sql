create table marketing_sms_opt_outs (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "phone" text not null,
  "reason" text,
  "active" boolean,
  "opted_out_at" timestamptz(3),
  "contact_id" uuid,
  "campaign_id" uuid,
  "notes" text,
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("phone", 10000), '') || ' ' || coalesce(left("notes", 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "phone_key" text generated always as (phone_key("phone")) stored,
  constraint marketing_sms_opt_outs_pkey primary key (tenant_id, id)
);

create index marketing_sms_opt_outs_created_at_idx on marketing_sms_opt_outs using btree (tenant_id, created_at desc, id);

create index marketing_sms_opt_outs_phone_idx on marketing_sms_opt_outs using btree (tenant_id, "phone_key", id);

create index marketing_sms_opt_outs_reason_idx on marketing_sms_opt_outs using btree (tenant_id, "reason", id);

create index marketing_sms_opt_outs_active_idx on marketing_sms_opt_outs using btree (tenant_id, "active", id);

create index marketing_sms_opt_outs_opted_out_at_idx on marketing_sms_opt_outs using btree (tenant_id, "opted_out_at", id);

create index marketing_sms_opt_outs_contact_id_idx on marketing_sms_opt_outs using btree (tenant_id, "contact_id");

create index marketing_sms_opt_outs_campaign_id_idx on marketing_sms_opt_outs using btree (tenant_id, "campaign_id");

create index marketing_sms_opt_outs_owner_id_idx on marketing_sms_opt_outs using btree (tenant_id, "owner_id");

create index marketing_sms_opt_outs_gin_idx on marketing_sms_opt_outs using gin (tenant_id, search, custom_search, custom jsonb_path_ops);

alter table marketing_sms_opt_outs enable row level security;

alter table marketing_sms_opt_outs force row level security;

create policy tenant on marketing_sms_opt_outs using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table marketing_sms_opt_outs add constraint marketing_sms_opt_outs_contact_id_fkey foreign key (tenant_id, "contact_id") references sales_contacts (tenant_id, id) deferrable;

alter table marketing_sms_opt_outs add constraint marketing_sms_opt_outs_campaign_id_fkey foreign key (tenant_id, "campaign_id") references marketing_campaigns (tenant_id, id) deferrable;

alter table marketing_sms_opt_outs add constraint marketing_sms_opt_outs_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;
