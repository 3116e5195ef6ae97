create table sales_activities (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "type" text not null,
  "subject" text not null,
  "starts_at" timestamptz(3),
  "ends_at" timestamptz(3),
  "location" text,
  "attendees" text[],
  "outcome" text,
  "notes" text,
  "contact_id" uuid,
  "account_id" uuid,
  "lead_id" uuid,
  "opportunity_id" uuid,
  "answers" jsonb,
  "organizer" text,
  "sequence" bigint,
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("subject", 10000), '') || ' ' || coalesce(left("location", 10000), '') || ' ' || coalesce(left(words_of("attendees"), 10000), '') || ' ' || coalesce(left("notes", 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  constraint sales_activities_pkey primary key (tenant_id, id)
);

alter table communications_emails add column "calendar" jsonb;

create index sales_activities_created_at_idx on sales_activities using btree (tenant_id, created_at desc, id);

create index sales_activities_type_idx on sales_activities using btree (tenant_id, "type", id);

create index sales_activities_starts_at_idx on sales_activities using btree (tenant_id, "starts_at", id);

create index sales_activities_contact_id_idx on sales_activities using btree (tenant_id, "contact_id");

create index sales_activities_account_id_idx on sales_activities using btree (tenant_id, "account_id");

create index sales_activities_lead_id_idx on sales_activities using btree (tenant_id, "lead_id");

create index sales_activities_opportunity_id_idx on sales_activities using btree (tenant_id, "opportunity_id");

create index sales_activities_owner_id_idx on sales_activities using btree (tenant_id, "owner_id");

create index sales_activities_gin_idx on sales_activities using gin (tenant_id, search, custom_search, custom jsonb_path_ops, "attendees");

alter table sales_activities enable row level security;

alter table sales_activities force row level security;

create policy tenant on sales_activities using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table sales_activities add constraint sales_activities_contact_id_fkey foreign key (tenant_id, "contact_id") references sales_contacts (tenant_id, id) deferrable;

alter table sales_activities add constraint sales_activities_account_id_fkey foreign key (tenant_id, "account_id") references sales_accounts (tenant_id, id) deferrable;

alter table sales_activities add constraint sales_activities_lead_id_fkey foreign key (tenant_id, "lead_id") references sales_leads (tenant_id, id) deferrable;

alter table sales_activities add constraint sales_activities_opportunity_id_fkey foreign key (tenant_id, "opportunity_id") references sales_opportunities (tenant_id, id) deferrable;

alter table sales_activities add constraint sales_activities_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;
