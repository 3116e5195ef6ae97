create table marketing_campaign_members (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "campaign_id" uuid not null,
  "contact_id" uuid,
  "lead_id" uuid,
  "status" text,
  "responded_at" timestamptz(3),
  "source" text,
  "first_touch_at" timestamptz(3),
  "last_touch_at" timestamptz(3),
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  constraint marketing_campaign_members_pkey primary key (tenant_id, id)
);

create index marketing_campaign_members_created_at_idx on marketing_campaign_members using btree (tenant_id, created_at desc, id);

create index marketing_campaign_members_campaign_id_idx on marketing_campaign_members using btree (tenant_id, "campaign_id");

create index marketing_campaign_members_contact_id_idx on marketing_campaign_members using btree (tenant_id, "contact_id");

create index marketing_campaign_members_lead_id_idx on marketing_campaign_members using btree (tenant_id, "lead_id");

create index marketing_campaign_members_status_idx on marketing_campaign_members using btree (tenant_id, "status", id);

create index marketing_campaign_members_owner_id_idx on marketing_campaign_members using btree (tenant_id, "owner_id");

create unique index marketing_campaign_members_campaign_id_contact_id_key on marketing_campaign_members using btree (tenant_id, "campaign_id", "contact_id");

create unique index marketing_campaign_members_campaign_id_lead_id_key on marketing_campaign_members using btree (tenant_id, "campaign_id", "lead_id");

create index marketing_campaign_members_gin_idx on marketing_campaign_members using gin (tenant_id, custom_search, custom jsonb_path_ops);

alter table marketing_campaign_members enable row level security;

alter table marketing_campaign_members force row level security;

create policy tenant on marketing_campaign_members using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table marketing_campaign_members add constraint marketing_campaign_members_campaign_id_fkey foreign key (tenant_id, "campaign_id") references marketing_campaigns (tenant_id, id) deferrable;

alter table marketing_campaign_members add constraint marketing_campaign_members_contact_id_fkey foreign key (tenant_id, "contact_id") references sales_contacts (tenant_id, id) deferrable;

alter table marketing_campaign_members add constraint marketing_campaign_members_lead_id_fkey foreign key (tenant_id, "lead_id") references sales_leads (tenant_id, id) deferrable;

alter table marketing_campaign_members add constraint marketing_campaign_members_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;
