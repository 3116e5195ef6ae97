create table sales_contacts (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "salutation" text,
  "first_name" text,
  "last_name" text,
  "name" text generated always as (nullif(btrim(coalesce(first_name, '') || ' ' || coalesce(last_name, '')), '')) stored,
  "email" text,
  "secondary_emails" text[],
  "phone" text,
  "mobile_phone" text,
  "other_phones" text[],
  "title" text,
  "department" text,
  "account_id" uuid,
  "reports_to_id" uuid,
  "status_id" uuid,
  "status" text,
  "lifecycle_stage" text,
  "source" text,
  "score" numeric,
  "mailing_street" text,
  "mailing_city" text,
  "mailing_state" text,
  "mailing_postal_code" text,
  "mailing_country" text,
  "billing_street" text,
  "billing_city" text,
  "billing_state" text,
  "billing_postal_code" text,
  "billing_country" text,
  "tags" text[],
  "email_opt_in" boolean,
  "sms_opt_in" boolean,
  "do_not_call" boolean,
  "consent_given_at" timestamptz(3),
  "consent_source" text,
  "unsubscribed_at" timestamptz(3),
  "website" text,
  "linkedin_url" text,
  "facebook_url" text,
  "x_url" text,
  "photo_url" text,
  "birthday" date,
  "language" text,
  "time_zone" text,
  "last_activity_at" timestamptz(3),
  "description" text,
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left(nullif(btrim(coalesce(first_name, '') || ' ' || coalesce(last_name, '')), ''), 10000), '') || ' ' || coalesce(left("email", 10000), '') || ' ' || coalesce(left(words_of("secondary_emails"), 10000), '') || ' ' || coalesce(left("phone", 10000), '') || ' ' || coalesce(left("mobile_phone", 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  "email_folded" text generated always as (lower("email")) stored,
  constraint sales_contacts_pkey primary key (tenant_id, id)
);

create table sales_contact_files (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "contact_id" uuid not null,
  "name" text not null,
  "mime_type" text,
  "size" bigint,
  "url" text,
  "storage_key" text,
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("name", 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  constraint sales_contact_files_pkey primary key (tenant_id, id)
);

create table sales_contact_notes (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "contact_id" uuid not null,
  "content" text not null,
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("content", 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  constraint sales_contact_notes_pkey primary key (tenant_id, id)
);

create table sales_contact_tasks (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "contact_id" uuid not null,
  "title" text not null,
  "description" text,
  "due_date" date,
  "status" text,
  "priority" text,
  "assigned_user_id" uuid,
  "completed_at" timestamptz(3),
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("title", 10000), '') || ' ' || coalesce(left("description", 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  constraint sales_contact_tasks_pkey primary key (tenant_id, id)
);

create table sales_contact_statuses (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "name" text not null,
  "color" text,
  "position" bigint,
  "is_default" boolean,
  "is_closed" boolean,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("name", 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  constraint sales_contact_statuses_pkey primary key (tenant_id, id)
);

create table sales_student_histories (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "contact_id" uuid not null,
  "organization_id" uuid,
  "institution" text,
  "student_number" text,
  "program" text,
  "field_of_study" text,
  "degree" text,
  "grade_level" text,
  "school_year" text,
  "status" text,
  "start_date" date,
  "end_date" date,
  "grade_average" numeric,
  "credits_earned" numeric,
  "description" text,
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("institution", 10000), '') || ' ' || coalesce(left("student_number", 10000), '') || ' ' || coalesce(left("program", 10000), '') || ' ' || coalesce(left("field_of_study", 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  constraint sales_student_histories_pkey primary key (tenant_id, id)
);

create table sales_accounts (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "name" text not null,
  "account_number" text,
  "domain" text,
  "website" text,
  "phone" text,
  "email" text,
  "industry_id" uuid,
  "type_id" uuid,
  "source_id" uuid,
  "status_id" uuid,
  "status" text,
  "rating" text,
  "parent_account_id" uuid,
  "organization_id" uuid,
  "region_id" uuid,
  "sla_type_id" uuid,
  "ownership" text,
  "employees" bigint,
  "annual_revenue" numeric,
  "currency" text,
  "founded_year" bigint,
  "billing_street" text,
  "billing_city" text,
  "billing_state" text,
  "billing_postal_code" text,
  "billing_country" text,
  "shipping_street" text,
  "shipping_city" text,
  "shipping_state" text,
  "shipping_postal_code" text,
  "shipping_country" text,
  "tax_number" text,
  "registration_number" text,
  "payment_terms" text,
  "linkedin_url" text,
  "facebook_url" text,
  "x_url" text,
  "logo_url" text,
  "time_zone" text,
  "tags" text[],
  "score" numeric,
  "customer_since" date,
  "last_activity_at" timestamptz(3),
  "description" text,
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("name", 10000), '') || ' ' || coalesce(left("account_number", 10000), '') || ' ' || coalesce(left("domain", 10000), '') || ' ' || coalesce(left("phone", 10000), '') || ' ' || coalesce(left("email", 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  "annual_revenue_approx" float8 generated always as (("annual_revenue")::float8) stored,
  constraint sales_accounts_pkey primary key (tenant_id, id)
);

create table sales_account_files (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "account_id" uuid not null,
  "name" text not null,
  "mime_type" text,
  "size" bigint,
  "url" text,
  "storage_key" text,
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("name", 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  constraint sales_account_files_pkey primary key (tenant_id, id)
);

create table sales_account_notes (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "account_id" uuid not null,
  "content" text not null,
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("content", 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  constraint sales_account_notes_pkey primary key (tenant_id, id)
);

create table sales_account_tasks (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "account_id" uuid not null,
  "title" text not null,
  "description" text,
  "due_date" date,
  "status" text,
  "priority" text,
  "assigned_user_id" uuid,
  "completed_at" timestamptz(3),
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("title", 10000), '') || ' ' || coalesce(left("description", 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  constraint sales_account_tasks_pkey primary key (tenant_id, id)
);

create table sales_account_statuses (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "name" text not null,
  "color" text,
  "position" bigint,
  "is_default" boolean,
  "is_closed" boolean,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("name", 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  constraint sales_account_statuses_pkey primary key (tenant_id, id)
);

create table sales_account_types (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "name" text not null,
  "description" text,
  "color" text,
  "position" bigint,
  "active" boolean,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("name", 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  "name_folded" text generated always as (lower("name")) stored,
  constraint sales_account_types_pkey primary key (tenant_id, id)
);

create table sales_account_sources (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "name" text not null,
  "description" text,
  "color" text,
  "position" bigint,
  "active" boolean,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("name", 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  "name_folded" text generated always as (lower("name")) stored,
  constraint sales_account_sources_pkey primary key (tenant_id, id)
);

create table sales_account_ownerships (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "account_id" uuid not null,
  "user_id" uuid,
  "team_id" uuid,
  "role" text,
  "percent" numeric,
  "is_primary" boolean,
  "start_date" date,
  "end_date" date,
  "description" text,
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  constraint sales_account_ownerships_pkey primary key (tenant_id, id)
);

create table sales_account_products (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "account_id" uuid not null,
  "product_id" uuid,
  "order_id" uuid,
  "name" text,
  "serial_number" text,
  "status" text,
  "quantity" numeric,
  "unit_price" numeric,
  "currency" text,
  "purchase_date" date,
  "start_date" date,
  "end_date" date,
  "renewal_date" date,
  "description" text,
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("name", 10000), '') || ' ' || coalesce(left("serial_number", 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  constraint sales_account_products_pkey primary key (tenant_id, id)
);

create table sales_leads (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "salutation" text,
  "first_name" text,
  "last_name" text,
  "name" text generated always as (nullif(btrim(coalesce(first_name, '') || ' ' || coalesce(last_name, '')), '')) stored,
  "email" text,
  "phone" text,
  "mobile_phone" text,
  "company" text,
  "title" text,
  "website" text,
  "linkedin_url" text,
  "industry_id" uuid,
  "region_id" uuid,
  "status_id" uuid,
  "status" text,
  "source_id" uuid,
  "source" text,
  "rating" text,
  "score" numeric,
  "employees" bigint,
  "annual_revenue" numeric,
  "estimated_value" numeric,
  "currency" text,
  "campaign_id" uuid,
  "sales_campaign_id" uuid,
  "mailing_street" text,
  "mailing_city" text,
  "mailing_state" text,
  "mailing_postal_code" text,
  "mailing_country" text,
  "email_opt_in" boolean,
  "sms_opt_in" boolean,
  "do_not_call" boolean,
  "consent_given_at" timestamptz(3),
  "consent_source" text,
  "unsubscribed_at" timestamptz(3),
  "tags" text[],
  "language" text,
  "time_zone" text,
  "last_activity_at" timestamptz(3),
  "disqualified_reason" text,
  "converted_at" timestamptz(3),
  "converted_contact_id" uuid,
  "converted_account_id" uuid,
  "converted_opportunity_id" uuid,
  "description" text,
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left(nullif(btrim(coalesce(first_name, '') || ' ' || coalesce(last_name, '')), ''), 10000), '') || ' ' || coalesce(left("email", 10000), '') || ' ' || coalesce(left("phone", 10000), '') || ' ' || coalesce(left("mobile_phone", 10000), '') || ' ' || coalesce(left("company", 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  "email_folded" text generated always as (lower("email")) stored,
  "score_approx" float8 generated always as (("score")::float8) stored,
  constraint sales_leads_pkey primary key (tenant_id, id)
);

create table sales_lead_files (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "lead_id" uuid not null,
  "name" text not null,
  "mime_type" text,
  "size" bigint,
  "url" text,
  "storage_key" text,
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("name", 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  constraint sales_lead_files_pkey primary key (tenant_id, id)
);

create table sales_lead_notes (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "lead_id" uuid not null,
  "content" text not null,
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("content", 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  constraint sales_lead_notes_pkey primary key (tenant_id, id)
);

create table sales_lead_tasks (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "lead_id" uuid not null,
  "title" text not null,
  "description" text,
  "due_date" date,
  "status" text,
  "priority" text,
  "assigned_user_id" uuid,
  "completed_at" timestamptz(3),
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("title", 10000), '') || ' ' || coalesce(left("description", 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  constraint sales_lead_tasks_pkey primary key (tenant_id, id)
);

create table sales_lead_statuses (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "name" text not null,
  "color" text,
  "position" bigint,
  "is_default" boolean,
  "is_closed" boolean,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("name", 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  constraint sales_lead_statuses_pkey primary key (tenant_id, id)
);

create table sales_lead_sources (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "name" text not null,
  "description" text,
  "color" text,
  "position" bigint,
  "active" boolean,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("name", 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  "name_folded" text generated always as (lower("name")) stored,
  constraint sales_lead_sources_pkey primary key (tenant_id, id)
);

create table sales_opportunities (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "name" text not null,
  "account_id" uuid,
  "contact_id" uuid,
  "value" numeric,
  "currency" text,
  "stage" text,
  "close_date" date,
  "probability" numeric,
  "expected_value" numeric generated always as (trim_scale(value * probability * 0.01)) stored,
  "status_id" uuid,
  "type" text,
  "source" text,
  "forecast_category" text,
  "priority" text,
  "lead_id" uuid,
  "campaign_id" uuid,
  "sales_campaign_id" uuid,
  "region_id" uuid,
  "next_step" text,
  "next_step_date" date,
  "competitors" text[],
  "loss_reason" text,
  "stage_changed_at" timestamptz(3),
  "last_activity_at" timestamptz(3),
  "closed_at" timestamptz(3),
  "tags" text[],
  "description" text,
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("name", 10000), '') || ' ' || coalesce(left("next_step", 10000), '') || ' ' || coalesce(left("description", 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  "value_approx" float8 generated always as (("value")::float8) stored,
  constraint sales_opportunities_pkey primary key (tenant_id, id)
);

create table sales_opportunity_files (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "opportunity_id" uuid not null,
  "name" text not null,
  "mime_type" text,
  "size" bigint,
  "url" text,
  "storage_key" text,
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("name", 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  constraint sales_opportunity_files_pkey primary key (tenant_id, id)
);

create table sales_opportunity_notes (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "opportunity_id" uuid not null,
  "content" text not null,
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("content", 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  constraint sales_opportunity_notes_pkey primary key (tenant_id, id)
);

create table sales_opportunity_tasks (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "opportunity_id" uuid not null,
  "title" text not null,
  "description" text,
  "due_date" date,
  "status" text,
  "priority" text,
  "assigned_user_id" uuid,
  "completed_at" timestamptz(3),
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("title", 10000), '') || ' ' || coalesce(left("description", 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  constraint sales_opportunity_tasks_pkey primary key (tenant_id, id)
);

create table sales_opportunity_statuses (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "name" text not null,
  "color" text,
  "position" bigint,
  "is_default" boolean,
  "is_closed" boolean,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("name", 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  constraint sales_opportunity_statuses_pkey primary key (tenant_id, id)
);

create table sales_opportunity_products (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "opportunity_id" uuid not null,
  "product_id" uuid,
  "name" text,
  "description" text,
  "quantity" numeric,
  "unit_price" numeric,
  "discount_percent" numeric,
  "tax_percent" numeric,
  "total" numeric generated always as (trim_scale(quantity * unit_price * (1 - coalesce(discount_percent, 0) * 0.01) * (1 + coalesce(tax_percent, 0) * 0.01))) stored,
  "position" bigint,
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("name", 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  constraint sales_opportunity_products_pkey primary key (tenant_id, id)
);

create table sales_quotes (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "number" text,
  "name" text,
  "account_id" uuid,
  "contact_id" uuid,
  "opportunity_id" uuid,
  "status_id" uuid,
  "status" text,
  "currency" text,
  "subtotal" numeric,
  "discount" numeric,
  "tax" numeric,
  "shipping" numeric,
  "total" numeric,
  "quote_date" date,
  "valid_until" date,
  "sent_at" timestamptz(3),
  "accepted_at" timestamptz(3),
  "rejected_at" timestamptz(3),
  "billing_street" text,
  "billing_city" text,
  "billing_state" text,
  "billing_postal_code" text,
  "billing_country" text,
  "shipping_street" text,
  "shipping_city" text,
  "shipping_state" text,
  "shipping_postal_code" text,
  "shipping_country" text,
  "customer_reference" text,
  "payment_terms" text,
  "terms" text,
  "document_url" text,
  "description" text,
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("number", 10000), '') || ' ' || coalesce(left("name", 10000), '') || ' ' || coalesce(left("customer_reference", 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  "number_folded" text generated always as (lower("number")) stored,
  "total_approx" float8 generated always as (("total")::float8) stored,
  constraint sales_quotes_pkey primary key (tenant_id, id)
);

create table sales_quote_files (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "quote_id" uuid not null,
  "name" text not null,
  "mime_type" text,
  "size" bigint,
  "url" text,
  "storage_key" text,
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("name", 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  constraint sales_quote_files_pkey primary key (tenant_id, id)
);

create table sales_quote_notes (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "quote_id" uuid not null,
  "content" text not null,
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("content", 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  constraint sales_quote_notes_pkey primary key (tenant_id, id)
);

create table sales_quote_tasks (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "quote_id" uuid not null,
  "title" text not null,
  "description" text,
  "due_date" date,
  "status" text,
  "priority" text,
  "assigned_user_id" uuid,
  "completed_at" timestamptz(3),
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("title", 10000), '') || ' ' || coalesce(left("description", 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  constraint sales_quote_tasks_pkey primary key (tenant_id, id)
);

create table sales_quote_statuses (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "name" text not null,
  "color" text,
  "position" bigint,
  "is_default" boolean,
  "is_closed" boolean,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("name", 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  constraint sales_quote_statuses_pkey primary key (tenant_id, id)
);

create table sales_quote_products (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "quote_id" uuid not null,
  "product_id" uuid,
  "name" text,
  "description" text,
  "quantity" numeric,
  "unit_price" numeric,
  "discount_percent" numeric,
  "tax_percent" numeric,
  "total" numeric generated always as (trim_scale(quantity * unit_price * (1 - coalesce(discount_percent, 0) * 0.01) * (1 + coalesce(tax_percent, 0) * 0.01))) stored,
  "position" bigint,
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("name", 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  constraint sales_quote_products_pkey primary key (tenant_id, id)
);

create table sales_orders (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "number" text,
  "name" text,
  "account_id" uuid,
  "contact_id" uuid,
  "opportunity_id" uuid,
  "quote_id" uuid,
  "status_id" uuid,
  "status" text,
  "type" text,
  "order_date" date,
  "currency" text,
  "subtotal" numeric,
  "discount" numeric,
  "tax" numeric,
  "shipping" numeric,
  "total" numeric,
  "purchase_order_number" text,
  "payment_status" text,
  "payment_method" text,
  "payment_terms" text,
  "paid_at" timestamptz(3),
  "billing_street" text,
  "billing_city" text,
  "billing_state" text,
  "billing_postal_code" text,
  "billing_country" text,
  "shipping_street" text,
  "shipping_city" text,
  "shipping_state" text,
  "shipping_postal_code" text,
  "shipping_country" text,
  "carrier" text,
  "tracking_number" text,
  "tracking_url" text,
  "requested_delivery_date" date,
  "shipped_at" timestamptz(3),
  "delivered_at" timestamptz(3),
  "cancelled_at" timestamptz(3),
  "cancellation_reason" text,
  "terms" text,
  "description" text,
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("number", 10000), '') || ' ' || coalesce(left("name", 10000), '') || ' ' || coalesce(left("purchase_order_number", 10000), '') || ' ' || coalesce(left("tracking_number", 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  "number_folded" text generated always as (lower("number")) stored,
  "total_approx" float8 generated always as (("total")::float8) stored,
  constraint sales_orders_pkey primary key (tenant_id, id)
);

create table sales_order_files (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "order_id" uuid not null,
  "name" text not null,
  "mime_type" text,
  "size" bigint,
  "url" text,
  "storage_key" text,
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("name", 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  constraint sales_order_files_pkey primary key (tenant_id, id)
);

create table sales_order_notes (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "order_id" uuid not null,
  "content" text not null,
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("content", 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  constraint sales_order_notes_pkey primary key (tenant_id, id)
);

create table sales_order_tasks (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "order_id" uuid not null,
  "title" text not null,
  "description" text,
  "due_date" date,
  "status" text,
  "priority" text,
  "assigned_user_id" uuid,
  "completed_at" timestamptz(3),
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("title", 10000), '') || ' ' || coalesce(left("description", 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  constraint sales_order_tasks_pkey primary key (tenant_id, id)
);

create table sales_order_statuses (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "name" text not null,
  "color" text,
  "position" bigint,
  "is_default" boolean,
  "is_closed" boolean,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("name", 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  constraint sales_order_statuses_pkey primary key (tenant_id, id)
);

create table sales_order_products (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "order_id" uuid not null,
  "product_id" uuid,
  "name" text,
  "description" text,
  "quantity" numeric,
  "unit_price" numeric,
  "discount_percent" numeric,
  "tax_percent" numeric,
  "total" numeric generated always as (trim_scale(quantity * unit_price * (1 - coalesce(discount_percent, 0) * 0.01) * (1 + coalesce(tax_percent, 0) * 0.01))) stored,
  "position" bigint,
  "quantity_shipped" numeric,
  "quantity_returned" numeric,
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("name", 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  constraint sales_order_products_pkey primary key (tenant_id, id)
);

create table sales_products (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "name" text not null,
  "sku" text,
  "barcode" text,
  "type" text,
  "category" text,
  "brand" text,
  "supplier_account_id" uuid,
  "status_id" uuid,
  "status" text,
  "active" boolean,
  "price" numeric,
  "cost" numeric,
  "currency" text,
  "unit" text,
  "tax_percent" numeric,
  "billing_frequency" text,
  "track_stock" boolean,
  "stock" numeric,
  "reorder_level" numeric,
  "weight" numeric,
  "weight_unit" text,
  "length" numeric,
  "width" numeric,
  "height" numeric,
  "dimension_unit" text,
  "image_url" text,
  "url" text,
  "launch_date" date,
  "discontinued_date" date,
  "tags" text[],
  "description" text,
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("name", 10000), '') || ' ' || coalesce(left("sku", 10000), '') || ' ' || coalesce(left("barcode", 10000), '') || ' ' || coalesce(left("category", 10000), '') || ' ' || coalesce(left("brand", 10000), '') || ' ' || coalesce(left("description", 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  "sku_folded" text generated always as (lower("sku")) stored,
  "price_approx" float8 generated always as (("price")::float8) stored,
  constraint sales_products_pkey primary key (tenant_id, id)
);

create table sales_product_files (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "product_id" uuid not null,
  "name" text not null,
  "mime_type" text,
  "size" bigint,
  "url" text,
  "storage_key" text,
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("name", 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  constraint sales_product_files_pkey primary key (tenant_id, id)
);

create table sales_product_notes (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "product_id" uuid not null,
  "content" text not null,
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("content", 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  constraint sales_product_notes_pkey primary key (tenant_id, id)
);

create table sales_product_tasks (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "product_id" uuid not null,
  "title" text not null,
  "description" text,
  "due_date" date,
  "status" text,
  "priority" text,
  "assigned_user_id" uuid,
  "completed_at" timestamptz(3),
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("title", 10000), '') || ' ' || coalesce(left("description", 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  constraint sales_product_tasks_pkey primary key (tenant_id, id)
);

create table sales_product_statuses (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "name" text not null,
  "color" text,
  "position" bigint,
  "is_default" boolean,
  "is_closed" boolean,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("name", 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  constraint sales_product_statuses_pkey primary key (tenant_id, id)
);

create table sales_organizations (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "name" text not null,
  "legal_name" text,
  "domain" text,
  "website" text,
  "email" text,
  "phone" text,
  "type_id" uuid,
  "industry_id" uuid,
  "region_id" uuid,
  "account_id" uuid,
  "parent_organization_id" uuid,
  "status" text,
  "employees" bigint,
  "annual_revenue" numeric,
  "annual_budget" numeric,
  "currency" text,
  "founded_year" bigint,
  "registration_number" text,
  "tax_number" text,
  "stock_symbol" text,
  "headquarters_street" text,
  "headquarters_city" text,
  "headquarters_state" text,
  "headquarters_postal_code" text,
  "headquarters_country" text,
  "linkedin_url" text,
  "facebook_url" text,
  "x_url" text,
  "logo_url" text,
  "source" text,
  "external_id" text,
  "external_data" jsonb,
  "last_synced_at" timestamptz(3),
  "tags" text[],
  "description" text,
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("name", 10000), '') || ' ' || coalesce(left("legal_name", 10000), '') || ' ' || coalesce(left("domain", 10000), '') || ' ' || coalesce(left("email", 10000), '') || ' ' || coalesce(left("registration_number", 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  constraint sales_organizations_pkey primary key (tenant_id, id)
);

create table sales_organization_types (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "name" text not null,
  "description" text,
  "color" text,
  "position" bigint,
  "active" boolean,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("name", 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  "name_folded" text generated always as (lower("name")) stored,
  constraint sales_organization_types_pkey primary key (tenant_id, id)
);

create table sales_organization_board_meetings (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "organization_id" uuid not null,
  "title" text not null,
  "type" text,
  "status" text,
  "starts_at" timestamptz(3),
  "ends_at" timestamptz(3),
  "location" text,
  "meeting_url" text,
  "attendees" text[],
  "topics" text[],
  "agenda" text,
  "agenda_url" text,
  "minutes" text,
  "minutes_url" text,
  "summary" text,
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("title", 10000), '') || ' ' || coalesce(left(words_of("topics"), 10000), '') || ' ' || coalesce(left("agenda", 10000), '') || ' ' || coalesce(left("minutes", 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  constraint sales_organization_board_meetings_pkey primary key (tenant_id, id)
);

create table sales_organization_contacts (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "organization_id" uuid not null,
  "contact_id" uuid,
  "first_name" text,
  "last_name" text,
  "name" text generated always as (nullif(btrim(coalesce(first_name, '') || ' ' || coalesce(last_name, '')), '')) stored,
  "title" text,
  "department" text,
  "role" text,
  "is_primary" boolean,
  "email" text,
  "phone" text,
  "mobile_phone" text,
  "linkedin_url" text,
  "start_date" date,
  "end_date" date,
  "source" text,
  "description" text,
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left(nullif(btrim(coalesce(first_name, '') || ' ' || coalesce(last_name, '')), ''), 10000), '') || ' ' || coalesce(left("title", 10000), '') || ' ' || coalesce(left("email", 10000), '') || ' ' || coalesce(left("phone", 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  "email_folded" text generated always as (lower("email")) stored,
  constraint sales_organization_contacts_pkey primary key (tenant_id, id)
);

create table sales_organization_news (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "organization_id" uuid not null,
  "title" text not null,
  "summary" text,
  "content" text,
  "url" text,
  "image_url" text,
  "publisher" text,
  "author" text,
  "published_at" timestamptz(3),
  "category" text,
  "sentiment" text,
  "language" text,
  "tags" text[],
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("title", 10000), '') || ' ' || coalesce(left("summary", 10000), '') || ' ' || coalesce(left("publisher", 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  constraint sales_organization_news_pkey primary key (tenant_id, id)
);

create table sales_insights (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "name" text not null,
  "description" text,
  "type" text,
  "category" text,
  "status" text,
  "severity" text,
  "model_key" text,
  "aggregation" text,
  "metric" text,
  "group_by" text,
  "filter" jsonb,
  "period" text,
  "chart_type" text,
  "value" numeric,
  "previous_value" numeric,
  "target_value" numeric,
  "unit" text,
  "confidence" numeric,
  "recommendation" text,
  "source" text,
  "account_id" uuid,
  "contact_id" uuid,
  "opportunity_id" uuid,
  "organization_id" uuid,
  "product_id" uuid,
  "region_id" uuid,
  "detected_at" timestamptz(3),
  "expires_at" timestamptz(3),
  "tags" text[],
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("name", 10000), '') || ' ' || coalesce(left("description", 10000), '') || ' ' || coalesce(left("recommendation", 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  constraint sales_insights_pkey primary key (tenant_id, id)
);

create table sales_insight_files (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "insight_id" uuid not null,
  "name" text not null,
  "mime_type" text,
  "size" bigint,
  "url" text,
  "storage_key" text,
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("name", 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  constraint sales_insight_files_pkey primary key (tenant_id, id)
);

create table sales_insight_notes (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "insight_id" uuid not null,
  "content" text not null,
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("content", 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  constraint sales_insight_notes_pkey primary key (tenant_id, id)
);

create table sales_insight_tasks (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "insight_id" uuid not null,
  "title" text not null,
  "description" text,
  "due_date" date,
  "status" text,
  "priority" text,
  "assigned_user_id" uuid,
  "completed_at" timestamptz(3),
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("title", 10000), '') || ' ' || coalesce(left("description", 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  constraint sales_insight_tasks_pkey primary key (tenant_id, id)
);

create table sales_insight_filters (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "name" text not null,
  "description" text,
  "insight_id" uuid,
  "model_key" text,
  "filter" jsonb,
  "sort" text[],
  "shared" boolean,
  "active" boolean,
  "position" bigint,
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("name", 10000), '') || ' ' || coalesce(left("description", 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  constraint sales_insight_filters_pkey primary key (tenant_id, id)
);

create table sales_insight_filter_files (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "insight_filter_id" uuid not null,
  "name" text not null,
  "mime_type" text,
  "size" bigint,
  "url" text,
  "storage_key" text,
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("name", 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  constraint sales_insight_filter_files_pkey primary key (tenant_id, id)
);

create table sales_insight_filter_notes (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "insight_filter_id" uuid not null,
  "content" text not null,
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("content", 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  constraint sales_insight_filter_notes_pkey primary key (tenant_id, id)
);

create table sales_insight_filter_tasks (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "insight_filter_id" uuid not null,
  "title" text not null,
  "description" text,
  "due_date" date,
  "status" text,
  "priority" text,
  "assigned_user_id" uuid,
  "completed_at" timestamptz(3),
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("title", 10000), '') || ' ' || coalesce(left("description", 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  constraint sales_insight_filter_tasks_pkey primary key (tenant_id, id)
);

create table sales_campaigns (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "name" text not null,
  "type" text,
  "status" text,
  "marketing_campaign_id" uuid,
  "parent_campaign_id" uuid,
  "region_id" uuid,
  "industry_id" uuid,
  "product_id" uuid,
  "start_date" date,
  "end_date" date,
  "currency" text,
  "budget" numeric,
  "actual_cost" numeric,
  "expected_revenue" numeric,
  "expected_response_percent" numeric,
  "target_count" bigint,
  "goal" text,
  "tags" text[],
  "description" text,
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("name", 10000), '') || ' ' || coalesce(left("goal", 10000), '') || ' ' || coalesce(left("description", 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  constraint sales_campaigns_pkey primary key (tenant_id, id)
);

create table sales_tasks (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "title" text not null,
  "description" text,
  "due_date" date,
  "status" text,
  "priority" text,
  "assigned_user_id" uuid,
  "completed_at" timestamptz(3),
  "type" text,
  "reminder_at" timestamptz(3),
  "contact_id" uuid,
  "account_id" uuid,
  "lead_id" uuid,
  "opportunity_id" uuid,
  "quote_id" uuid,
  "order_id" uuid,
  "product_id" uuid,
  "organization_id" uuid,
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("title", 10000), '') || ' ' || coalesce(left("description", 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  constraint sales_tasks_pkey primary key (tenant_id, id)
);

create table sales_notes (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "title" text,
  "content" text not null,
  "pinned" boolean,
  "contact_id" uuid,
  "account_id" uuid,
  "lead_id" uuid,
  "opportunity_id" uuid,
  "quote_id" uuid,
  "order_id" uuid,
  "product_id" uuid,
  "organization_id" uuid,
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("title", 10000), '') || ' ' || coalesce(left("content", 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  constraint sales_notes_pkey primary key (tenant_id, id)
);

create table sales_files (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "name" text not null,
  "mime_type" text,
  "size" bigint,
  "url" text,
  "storage_key" text,
  "description" text,
  "tags" text[],
  "contact_id" uuid,
  "account_id" uuid,
  "lead_id" uuid,
  "opportunity_id" uuid,
  "quote_id" uuid,
  "order_id" uuid,
  "product_id" uuid,
  "organization_id" uuid,
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("name", 10000), '') || ' ' || coalesce(left("description", 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  constraint sales_files_pkey primary key (tenant_id, id)
);

create table sales_regions (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "name" text not null,
  "code" text,
  "parent_region_id" uuid,
  "manager_id" uuid,
  "country" text,
  "currency" text,
  "time_zone" text,
  "active" boolean,
  "description" text,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("name", 10000), '') || ' ' || coalesce(left("code", 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  "name_folded" text generated always as (lower("name")) stored,
  constraint sales_regions_pkey primary key (tenant_id, id)
);

create table sales_industries (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "name" text not null,
  "code" text,
  "parent_industry_id" uuid,
  "active" boolean,
  "description" text,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("name", 10000), '') || ' ' || coalesce(left("code", 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  "name_folded" text generated always as (lower("name")) stored,
  constraint sales_industries_pkey primary key (tenant_id, id)
);

create table sales_sales_targets (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "name" text,
  "user_id" uuid,
  "team_id" uuid,
  "region_id" uuid,
  "product_id" uuid,
  "metric" text,
  "period" text,
  "start_date" date,
  "end_date" date,
  "target_value" numeric,
  "achieved_value" numeric,
  "currency" text,
  "status" text,
  "description" text,
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("name", 10000), '') || ' ' || coalesce(left("description", 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  constraint sales_sales_targets_pkey primary key (tenant_id, id)
);

create table sales_sla_types (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "name" text not null,
  "description" text,
  "priority" text,
  "response_minutes" bigint,
  "resolution_minutes" bigint,
  "uptime_percent" numeric,
  "business_hours_only" boolean,
  "time_zone" text,
  "color" text,
  "position" bigint,
  "is_default" boolean,
  "active" boolean,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("name", 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  "name_folded" text generated always as (lower("name")) stored,
  constraint sales_sla_types_pkey primary key (tenant_id, id)
);

create table sales_business_listing_profiles (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "name" text not null,
  "provider" text,
  "external_id" text,
  "account_id" uuid,
  "organization_id" uuid,
  "lead_id" uuid,
  "url" text,
  "website" text,
  "phone" text,
  "categories" text[],
  "status" text,
  "claimed" boolean,
  "verified" boolean,
  "rating" numeric,
  "review_count" bigint,
  "price_level" bigint,
  "location_street" text,
  "location_city" text,
  "location_state" text,
  "location_postal_code" text,
  "location_country" text,
  "latitude" numeric,
  "longitude" numeric,
  "opening_hours" jsonb,
  "photo_urls" text[],
  "external_data" jsonb,
  "last_synced_at" timestamptz(3),
  "description" text,
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("name", 10000), '') || ' ' || coalesce(left("phone", 10000), '') || ' ' || coalesce(left(words_of("categories"), 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  constraint sales_business_listing_profiles_pkey primary key (tenant_id, id)
);

create table sales_professional_network_profiles (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "name" text,
  "type" text,
  "provider" text,
  "external_id" text,
  "contact_id" uuid,
  "lead_id" uuid,
  "account_id" uuid,
  "organization_id" uuid,
  "url" text,
  "email" text,
  "headline" text,
  "title" text,
  "company" text,
  "industry" text,
  "location" text,
  "photo_url" text,
  "summary" text,
  "skills" text[],
  "experience" jsonb,
  "education" jsonb,
  "connection_degree" bigint,
  "connection_count" bigint,
  "follower_count" bigint,
  "connection_status" text,
  "connected_at" timestamptz(3),
  "external_data" jsonb,
  "last_synced_at" timestamptz(3),
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("name", 10000), '') || ' ' || coalesce(left("url", 10000), '') || ' ' || coalesce(left("email", 10000), '') || ' ' || coalesce(left("headline", 10000), '') || ' ' || coalesce(left("company", 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  constraint sales_professional_network_profiles_pkey primary key (tenant_id, id)
);

create table marketing_campaigns (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "name" text not null,
  "description" text,
  "type" text,
  "channel" text,
  "status_id" uuid,
  "status" text,
  "priority" text,
  "objective" text,
  "start_date" date,
  "end_date" date,
  "launched_at" timestamptz(3),
  "completed_at" timestamptz(3),
  "budget" numeric,
  "actual_cost" numeric,
  "expected_revenue" numeric,
  "actual_revenue" numeric,
  "currency" text,
  "parent_campaign_id" uuid,
  "segment_ids" uuid[],
  "excluded_segment_ids" uuid[],
  "landing_page_url" text,
  "utm_source" text,
  "utm_medium" text,
  "utm_campaign" text,
  "utm_term" text,
  "utm_content" text,
  "tags" text[],
  "recipient_count" bigint,
  "sent_count" bigint,
  "delivered_count" bigint,
  "open_count" bigint,
  "unique_open_count" bigint,
  "click_count" bigint,
  "unique_click_count" bigint,
  "reply_count" bigint,
  "bounce_count" bigint,
  "unsubscribe_count" bigint,
  "complaint_count" bigint,
  "failed_count" bigint,
  "lead_count" bigint,
  "conversion_count" bigint,
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("name", 10000), '') || ' ' || coalesce(left("description", 10000), '') || ' ' || coalesce(left("objective", 10000), '') || ' ' || coalesce(left(words_of("tags"), 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  constraint marketing_campaigns_pkey primary key (tenant_id, id)
);

create table marketing_campaign_statuses (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "name" text not null,
  "color" text,
  "position" bigint,
  "is_default" boolean,
  "is_closed" boolean,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("name", 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  constraint marketing_campaign_statuses_pkey primary key (tenant_id, id)
);

create table marketing_campaign_stakeholder_users (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "campaign_id" uuid not null,
  "user_id" uuid,
  "role" text,
  "notify" boolean,
  "notes" text,
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  constraint marketing_campaign_stakeholder_users_pkey primary key (tenant_id, id)
);

create table marketing_campaign_channel_ads (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "campaign_id" uuid not null,
  "name" text,
  "description" text,
  "status" text,
  "start_date" date,
  "end_date" date,
  "scheduled_at" timestamptz(3),
  "budget" numeric,
  "actual_cost" numeric,
  "currency" text,
  "segment_ids" uuid[],
  "excluded_segment_ids" uuid[],
  "tags" text[],
  "platform" text,
  "format" text,
  "objective" text,
  "placements" text[],
  "headline" text,
  "body" text,
  "call_to_action" text,
  "media_urls" text[],
  "destination_url" text,
  "targeting" jsonb,
  "bid_strategy" text,
  "bid_amount" numeric,
  "daily_budget" numeric,
  "ad_account" text,
  "external_id" text,
  "utm_source" text,
  "utm_medium" text,
  "utm_campaign" text,
  "utm_term" text,
  "utm_content" text,
  "impression_count" bigint,
  "reach_count" bigint,
  "click_count" bigint,
  "conversion_count" bigint,
  "conversion_value" numeric,
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("name", 10000), '') || ' ' || coalesce(left("description", 10000), '') || ' ' || coalesce(left(words_of("tags"), 10000), '') || ' ' || coalesce(left("headline", 10000), '') || ' ' || coalesce(left("body", 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  constraint marketing_campaign_channel_ads_pkey primary key (tenant_id, id)
);

create table marketing_campaign_channel_ads_files (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "campaign_channel_ad_id" uuid not null,
  "name" text not null,
  "mime_type" text,
  "size" bigint,
  "url" text,
  "storage_key" text,
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("name", 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  constraint marketing_campaign_channel_ads_files_pkey primary key (tenant_id, id)
);

create table marketing_campaign_channel_ads_notes (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "campaign_channel_ad_id" uuid not null,
  "content" text not null,
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("content", 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  constraint marketing_campaign_channel_ads_notes_pkey primary key (tenant_id, id)
);

create table marketing_campaign_channel_ads_tasks (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "campaign_channel_ad_id" uuid not null,
  "title" text not null,
  "description" text,
  "due_date" date,
  "status" text,
  "priority" text,
  "assigned_user_id" uuid,
  "completed_at" timestamptz(3),
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("title", 10000), '') || ' ' || coalesce(left("description", 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  constraint marketing_campaign_channel_ads_tasks_pkey primary key (tenant_id, id)
);

create table marketing_campaign_channel_emails (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "campaign_id" uuid not null,
  "name" text,
  "description" text,
  "status" text,
  "start_date" date,
  "end_date" date,
  "scheduled_at" timestamptz(3),
  "budget" numeric,
  "actual_cost" numeric,
  "currency" text,
  "segment_ids" uuid[],
  "excluded_segment_ids" uuid[],
  "tags" text[],
  "from_name" text,
  "from_email" text,
  "reply_to" text,
  "subject" text,
  "preview_text" text,
  "template_id" uuid,
  "email_list_id" uuid,
  "html" text,
  "text" text,
  "timezone" text,
  "sent_at" timestamptz(3),
  "track_opens" boolean,
  "track_clicks" boolean,
  "recipient_count" bigint,
  "sent_count" bigint,
  "delivered_count" bigint,
  "open_count" bigint,
  "unique_open_count" bigint,
  "click_count" bigint,
  "unique_click_count" bigint,
  "reply_count" bigint,
  "bounce_count" bigint,
  "unsubscribe_count" bigint,
  "complaint_count" bigint,
  "failed_count" bigint,
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("name", 10000), '') || ' ' || coalesce(left("description", 10000), '') || ' ' || coalesce(left(words_of("tags"), 10000), '') || ' ' || coalesce(left("subject", 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  constraint marketing_campaign_channel_emails_pkey primary key (tenant_id, id)
);

create table marketing_campaign_channel_email_files (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "campaign_channel_email_id" uuid not null,
  "name" text not null,
  "mime_type" text,
  "size" bigint,
  "url" text,
  "storage_key" text,
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("name", 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  constraint marketing_campaign_channel_email_files_pkey primary key (tenant_id, id)
);

create table marketing_campaign_channel_email_notes (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "campaign_channel_email_id" uuid not null,
  "content" text not null,
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("content", 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  constraint marketing_campaign_channel_email_notes_pkey primary key (tenant_id, id)
);

create table marketing_campaign_channel_email_tasks (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "campaign_channel_email_id" uuid not null,
  "title" text not null,
  "description" text,
  "due_date" date,
  "status" text,
  "priority" text,
  "assigned_user_id" uuid,
  "completed_at" timestamptz(3),
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("title", 10000), '') || ' ' || coalesce(left("description", 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  constraint marketing_campaign_channel_email_tasks_pkey primary key (tenant_id, id)
);

create table marketing_campaign_channel_ppc (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "campaign_id" uuid not null,
  "name" text,
  "description" text,
  "status" text,
  "start_date" date,
  "end_date" date,
  "scheduled_at" timestamptz(3),
  "budget" numeric,
  "actual_cost" numeric,
  "currency" text,
  "segment_ids" uuid[],
  "excluded_segment_ids" uuid[],
  "tags" text[],
  "platform" text,
  "ad_group" text,
  "keywords" text[],
  "negative_keywords" text[],
  "match_type" text,
  "headlines" text[],
  "ad_texts" text[],
  "display_path" text,
  "destination_url" text,
  "locations" text[],
  "languages" text[],
  "devices" text[],
  "bid_strategy" text,
  "max_cost_per_click" numeric,
  "daily_budget" numeric,
  "quality_score" numeric,
  "average_position" numeric,
  "external_id" text,
  "utm_source" text,
  "utm_medium" text,
  "utm_campaign" text,
  "utm_term" text,
  "utm_content" text,
  "impression_count" bigint,
  "reach_count" bigint,
  "click_count" bigint,
  "conversion_count" bigint,
  "conversion_value" numeric,
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("name", 10000), '') || ' ' || coalesce(left("description", 10000), '') || ' ' || coalesce(left(words_of("tags"), 10000), '') || ' ' || coalesce(left("ad_group", 10000), '') || ' ' || coalesce(left(words_of("keywords"), 10000), '') || ' ' || coalesce(left(words_of("headlines"), 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  constraint marketing_campaign_channel_ppc_pkey primary key (tenant_id, id)
);

create table marketing_campaign_channel_ppc_files (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "campaign_channel_ppc_id" uuid not null,
  "name" text not null,
  "mime_type" text,
  "size" bigint,
  "url" text,
  "storage_key" text,
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("name", 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  constraint marketing_campaign_channel_ppc_files_pkey primary key (tenant_id, id)
);

create table marketing_campaign_channel_ppc_notes (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "campaign_channel_ppc_id" uuid not null,
  "content" text not null,
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("content", 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  constraint marketing_campaign_channel_ppc_notes_pkey primary key (tenant_id, id)
);

create table marketing_campaign_channel_ppc_tasks (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "campaign_channel_ppc_id" uuid not null,
  "title" text not null,
  "description" text,
  "due_date" date,
  "status" text,
  "priority" text,
  "assigned_user_id" uuid,
  "completed_at" timestamptz(3),
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("title", 10000), '') || ' ' || coalesce(left("description", 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  constraint marketing_campaign_channel_ppc_tasks_pkey primary key (tenant_id, id)
);

create table marketing_campaign_channel_sms (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "campaign_id" uuid not null,
  "name" text,
  "description" text,
  "status" text,
  "start_date" date,
  "end_date" date,
  "scheduled_at" timestamptz(3),
  "budget" numeric,
  "actual_cost" numeric,
  "currency" text,
  "segment_ids" uuid[],
  "excluded_segment_ids" uuid[],
  "tags" text[],
  "type" text,
  "message" text,
  "from_number" text,
  "sender_name" text,
  "media_urls" text[],
  "shorten_links" boolean,
  "opt_out_text" text,
  "timezone" text,
  "sent_at" timestamptz(3),
  "provider" text,
  "recipient_count" bigint,
  "sent_count" bigint,
  "delivered_count" bigint,
  "click_count" bigint,
  "reply_count" bigint,
  "opt_out_count" bigint,
  "failed_count" bigint,
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("name", 10000), '') || ' ' || coalesce(left("description", 10000), '') || ' ' || coalesce(left(words_of("tags"), 10000), '') || ' ' || coalesce(left("message", 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  constraint marketing_campaign_channel_sms_pkey primary key (tenant_id, id)
);

create table marketing_campaign_channel_sms_files (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "campaign_channel_sms_id" uuid not null,
  "name" text not null,
  "mime_type" text,
  "size" bigint,
  "url" text,
  "storage_key" text,
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("name", 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  constraint marketing_campaign_channel_sms_files_pkey primary key (tenant_id, id)
);

create table marketing_campaign_channel_sms_notes (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "campaign_channel_sms_id" uuid not null,
  "content" text not null,
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("content", 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  constraint marketing_campaign_channel_sms_notes_pkey primary key (tenant_id, id)
);

create table marketing_campaign_channel_sms_tasks (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "campaign_channel_sms_id" uuid not null,
  "title" text not null,
  "description" text,
  "due_date" date,
  "status" text,
  "priority" text,
  "assigned_user_id" uuid,
  "completed_at" timestamptz(3),
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("title", 10000), '') || ' ' || coalesce(left("description", 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  constraint marketing_campaign_channel_sms_tasks_pkey primary key (tenant_id, id)
);

create table marketing_campaign_channel_social (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "campaign_id" uuid not null,
  "name" text,
  "description" text,
  "status" text,
  "start_date" date,
  "end_date" date,
  "scheduled_at" timestamptz(3),
  "budget" numeric,
  "actual_cost" numeric,
  "currency" text,
  "segment_ids" uuid[],
  "excluded_segment_ids" uuid[],
  "tags" text[],
  "platform" text,
  "type" text,
  "connection_id" text,
  "content" text,
  "link_url" text,
  "media_urls" text[],
  "hashtags" text[],
  "mentions" text[],
  "published_at" timestamptz(3),
  "post_url" text,
  "external_id" text,
  "error" text,
  "impression_count" bigint,
  "reach_count" bigint,
  "click_count" bigint,
  "conversion_count" bigint,
  "conversion_value" numeric,
  "like_count" bigint,
  "comment_count" bigint,
  "share_count" bigint,
  "save_count" bigint,
  "video_view_count" bigint,
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("name", 10000), '') || ' ' || coalesce(left("description", 10000), '') || ' ' || coalesce(left(words_of("tags"), 10000), '') || ' ' || coalesce(left("content", 10000), '') || ' ' || coalesce(left(words_of("hashtags"), 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  constraint marketing_campaign_channel_social_pkey primary key (tenant_id, id)
);

create table marketing_campaign_channel_social_files (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "campaign_channel_social_id" uuid not null,
  "name" text not null,
  "mime_type" text,
  "size" bigint,
  "url" text,
  "storage_key" text,
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("name", 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  constraint marketing_campaign_channel_social_files_pkey primary key (tenant_id, id)
);

create table marketing_campaign_channel_social_notes (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "campaign_channel_social_id" uuid not null,
  "content" text not null,
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("content", 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  constraint marketing_campaign_channel_social_notes_pkey primary key (tenant_id, id)
);

create table marketing_campaign_channel_social_tasks (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "campaign_channel_social_id" uuid not null,
  "title" text not null,
  "description" text,
  "due_date" date,
  "status" text,
  "priority" text,
  "assigned_user_id" uuid,
  "completed_at" timestamptz(3),
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("title", 10000), '') || ' ' || coalesce(left("description", 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  constraint marketing_campaign_channel_social_tasks_pkey primary key (tenant_id, id)
);

create table marketing_campaign_channel_web_content (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "campaign_id" uuid not null,
  "name" text,
  "description" text,
  "status" text,
  "start_date" date,
  "end_date" date,
  "scheduled_at" timestamptz(3),
  "budget" numeric,
  "actual_cost" numeric,
  "currency" text,
  "segment_ids" uuid[],
  "excluded_segment_ids" uuid[],
  "tags" text[],
  "type" text,
  "title" text,
  "excerpt" text,
  "html" text,
  "website_id" uuid,
  "web_page_id" uuid,
  "url" text,
  "author_user_id" uuid,
  "language" text,
  "published_at" timestamptz(3),
  "meta_title" text,
  "meta_description" text,
  "meta_keywords" text[],
  "social_title" text,
  "social_description" text,
  "social_image_url" text,
  "no_index" boolean,
  "view_count" bigint,
  "visitor_count" bigint,
  "click_count" bigint,
  "download_count" bigint,
  "conversion_count" bigint,
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("name", 10000), '') || ' ' || coalesce(left("description", 10000), '') || ' ' || coalesce(left(words_of("tags"), 10000), '') || ' ' || coalesce(left("title", 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  constraint marketing_campaign_channel_web_content_pkey primary key (tenant_id, id)
);

create table marketing_campaign_channel_web_content_files (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "campaign_channel_web_content_id" uuid not null,
  "name" text not null,
  "mime_type" text,
  "size" bigint,
  "url" text,
  "storage_key" text,
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("name", 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  constraint marketing_campaign_channel_web_content_files_pkey primary key (tenant_id, id)
);

create table marketing_campaign_channel_web_content_notes (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "campaign_channel_web_content_id" uuid not null,
  "content" text not null,
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("content", 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  constraint marketing_campaign_channel_web_content_notes_pkey primary key (tenant_id, id)
);

create table marketing_campaign_channel_web_content_tasks (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "campaign_channel_web_content_id" uuid not null,
  "title" text not null,
  "description" text,
  "due_date" date,
  "status" text,
  "priority" text,
  "assigned_user_id" uuid,
  "completed_at" timestamptz(3),
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("title", 10000), '') || ' ' || coalesce(left("description", 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  constraint marketing_campaign_channel_web_content_tasks_pkey primary key (tenant_id, id)
);

create table marketing_campaign_sequences (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "name" text not null,
  "description" text,
  "campaign_id" uuid,
  "status" text,
  "trigger" text,
  "steps" jsonb,
  "start_date" date,
  "end_date" date,
  "segment_ids" uuid[],
  "excluded_segment_ids" uuid[],
  "timezone" text,
  "send_window" jsonb,
  "exit_conditions" jsonb,
  "exit_on_reply" boolean,
  "exit_on_unsubscribe" boolean,
  "tags" text[],
  "enrolled_count" bigint,
  "active_count" bigint,
  "completed_count" bigint,
  "exited_count" bigint,
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("name", 10000), '') || ' ' || coalesce(left("description", 10000), '') || ' ' || coalesce(left(words_of("tags"), 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  constraint marketing_campaign_sequences_pkey primary key (tenant_id, id)
);

create table marketing_campaign_sequence_snapshots (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "name" text,
  "description" text,
  "campaign_sequence_id" uuid,
  "campaign_id" uuid,
  "status" text,
  "taken_at" timestamptz(3),
  "completed_at" timestamptz(3),
  "steps" jsonb,
  "settings" jsonb,
  "segment_ids" uuid[],
  "contact_count" bigint,
  "completed_count" bigint,
  "recipient_count" bigint,
  "sent_count" bigint,
  "delivered_count" bigint,
  "open_count" bigint,
  "unique_open_count" bigint,
  "click_count" bigint,
  "unique_click_count" bigint,
  "reply_count" bigint,
  "bounce_count" bigint,
  "unsubscribe_count" bigint,
  "complaint_count" bigint,
  "failed_count" bigint,
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("name", 10000), '') || ' ' || coalesce(left("description", 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  constraint marketing_campaign_sequence_snapshots_pkey primary key (tenant_id, id)
);

create table marketing_campaign_sequence_snapshot_contacts (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "campaign_sequence_snapshot_id" uuid not null,
  "contact_id" uuid,
  "name" text,
  "email" text,
  "phone" text,
  "status" text,
  "current_step" bigint,
  "entered_at" timestamptz(3),
  "last_step_at" timestamptz(3),
  "completed_at" timestamptz(3),
  "exited_at" timestamptz(3),
  "exit_reason" text,
  "open_count" bigint,
  "click_count" bigint,
  "reply_count" bigint,
  "data" jsonb,
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("name", 10000), '') || ' ' || coalesce(left("email", 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  "email_folded" text generated always as (lower("email")) stored,
  constraint marketing_campaign_sequence_snapshot_contacts_pkey primary key (tenant_id, id)
);

create table marketing_segments (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "name" text not null,
  "description" text,
  "model_key" text,
  "type" text,
  "definition" jsonb,
  "contact_ids" uuid[],
  "excluded_contact_ids" uuid[],
  "lead_ids" uuid[],
  "account_ids" uuid[],
  "active" boolean,
  "member_count" bigint,
  "last_evaluated_at" timestamptz(3),
  "tags" text[],
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("name", 10000), '') || ' ' || coalesce(left("description", 10000), '') || ' ' || coalesce(left(words_of("tags"), 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  constraint marketing_segments_pkey primary key (tenant_id, id)
);

create table marketing_segment_files (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "segment_id" uuid not null,
  "name" text not null,
  "mime_type" text,
  "size" bigint,
  "url" text,
  "storage_key" text,
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("name", 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  constraint marketing_segment_files_pkey primary key (tenant_id, id)
);

create table marketing_segment_notes (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "segment_id" uuid not null,
  "content" text not null,
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("content", 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  constraint marketing_segment_notes_pkey primary key (tenant_id, id)
);

create table marketing_email_drip_campaigns (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "name" text not null,
  "description" text,
  "campaign_id" uuid,
  "status" text,
  "trigger" text,
  "goal" text,
  "emails" jsonb,
  "from_name" text,
  "from_email" text,
  "reply_to" text,
  "start_date" date,
  "end_date" date,
  "segment_ids" uuid[],
  "excluded_segment_ids" uuid[],
  "timezone" text,
  "send_window" jsonb,
  "exit_conditions" jsonb,
  "exit_on_reply" boolean,
  "exit_on_unsubscribe" boolean,
  "tags" text[],
  "enrolled_count" bigint,
  "active_count" bigint,
  "completed_count" bigint,
  "exited_count" bigint,
  "recipient_count" bigint,
  "sent_count" bigint,
  "delivered_count" bigint,
  "open_count" bigint,
  "unique_open_count" bigint,
  "click_count" bigint,
  "unique_click_count" bigint,
  "reply_count" bigint,
  "bounce_count" bigint,
  "unsubscribe_count" bigint,
  "complaint_count" bigint,
  "failed_count" bigint,
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("name", 10000), '') || ' ' || coalesce(left("description", 10000), '') || ' ' || coalesce(left(words_of("tags"), 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  constraint marketing_email_drip_campaigns_pkey primary key (tenant_id, id)
);

create table marketing_email_drip_campaign_notes (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "email_drip_campaign_id" uuid not null,
  "content" text not null,
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("content", 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  constraint marketing_email_drip_campaign_notes_pkey primary key (tenant_id, id)
);

create table marketing_email_sequence_workflows (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "name" text not null,
  "description" text,
  "workflow_id" uuid,
  "campaign_id" uuid,
  "campaign_sequence_id" uuid,
  "email_drip_campaign_id" uuid,
  "status" text,
  "trigger" text,
  "steps" jsonb,
  "from_name" text,
  "from_email" text,
  "reply_to" text,
  "segment_ids" uuid[],
  "excluded_segment_ids" uuid[],
  "timezone" text,
  "send_window" jsonb,
  "exit_conditions" jsonb,
  "exit_on_reply" boolean,
  "exit_on_unsubscribe" boolean,
  "tags" text[],
  "enrolled_count" bigint,
  "active_count" bigint,
  "completed_count" bigint,
  "exited_count" bigint,
  "recipient_count" bigint,
  "sent_count" bigint,
  "delivered_count" bigint,
  "open_count" bigint,
  "unique_open_count" bigint,
  "click_count" bigint,
  "unique_click_count" bigint,
  "reply_count" bigint,
  "bounce_count" bigint,
  "unsubscribe_count" bigint,
  "complaint_count" bigint,
  "failed_count" bigint,
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("name", 10000), '') || ' ' || coalesce(left("description", 10000), '') || ' ' || coalesce(left(words_of("tags"), 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  constraint marketing_email_sequence_workflows_pkey primary key (tenant_id, id)
);

create table marketing_websites (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "name" text not null,
  "description" text,
  "domain" text,
  "url" text,
  "status_id" uuid,
  "type_id" uuid,
  "status" text,
  "type" text,
  "account_id" uuid,
  "home_page_id" uuid,
  "language" text,
  "timezone" text,
  "logo_url" text,
  "favicon_url" text,
  "theme" jsonb,
  "navigation" jsonb,
  "head_html" text,
  "footer_html" text,
  "analytics_id" text,
  "meta_title" text,
  "meta_description" text,
  "meta_keywords" text[],
  "social_title" text,
  "social_description" text,
  "social_image_url" text,
  "no_index" boolean,
  "robots_txt" text,
  "force_https" boolean,
  "published_at" timestamptz(3),
  "last_published_at" timestamptz(3),
  "view_count" bigint,
  "visitor_count" bigint,
  "conversion_count" bigint,
  "tags" text[],
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("name", 10000), '') || ' ' || coalesce(left("description", 10000), '') || ' ' || coalesce(left("domain", 10000), '') || ' ' || coalesce(left(words_of("tags"), 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  constraint marketing_websites_pkey primary key (tenant_id, id)
);

create table marketing_website_statuses (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "name" text not null,
  "color" text,
  "position" bigint,
  "is_default" boolean,
  "is_closed" boolean,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("name", 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  constraint marketing_website_statuses_pkey primary key (tenant_id, id)
);

create table marketing_website_types (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "name" text not null,
  "description" text,
  "color" text,
  "position" bigint,
  "active" boolean,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("name", 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  "name_folded" text generated always as (lower("name")) stored,
  constraint marketing_website_types_pkey primary key (tenant_id, id)
);

create table marketing_web_pages (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "website_id" uuid,
  "name" text,
  "title" text,
  "description" text,
  "path" text,
  "slug" text,
  "type" text,
  "status" text,
  "parent_page_id" uuid,
  "position" bigint,
  "campaign_id" uuid,
  "form_id" uuid,
  "author_user_id" uuid,
  "template" text,
  "language" text,
  "html" text,
  "css" text,
  "script" text,
  "blocks" jsonb,
  "featured_image_url" text,
  "canonical_url" text,
  "redirect_url" text,
  "meta_title" text,
  "meta_description" text,
  "meta_keywords" text[],
  "social_title" text,
  "social_description" text,
  "social_image_url" text,
  "no_index" boolean,
  "scheduled_at" timestamptz(3),
  "published_at" timestamptz(3),
  "unpublished_at" timestamptz(3),
  "published_url" text,
  "view_count" bigint,
  "visitor_count" bigint,
  "conversion_count" bigint,
  "tags" text[],
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("name", 10000), '') || ' ' || coalesce(left("title", 10000), '') || ' ' || coalesce(left("description", 10000), '') || ' ' || coalesce(left("path", 10000), '') || ' ' || coalesce(left(words_of("tags"), 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  constraint marketing_web_pages_pkey primary key (tenant_id, id)
);

create table marketing_workflows (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "name" text not null,
  "description" text,
  "type" text,
  "status" text,
  "model_key" text,
  "campaign_id" uuid,
  "trigger" text,
  "trigger_config" jsonb,
  "conditions" jsonb,
  "steps" jsonb,
  "goal" jsonb,
  "segment_ids" uuid[],
  "excluded_segment_ids" uuid[],
  "allow_reenrollment" boolean,
  "timezone" text,
  "send_window" jsonb,
  "activated_at" timestamptz(3),
  "paused_at" timestamptz(3),
  "last_run_at" timestamptz(3),
  "tags" text[],
  "enrolled_count" bigint,
  "active_count" bigint,
  "completed_count" bigint,
  "exited_count" bigint,
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("name", 10000), '') || ' ' || coalesce(left("description", 10000), '') || ' ' || coalesce(left(words_of("tags"), 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  constraint marketing_workflows_pkey primary key (tenant_id, id)
);

create table marketing_workflow_steps (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "workflow_id" uuid not null,
  "name" text,
  "description" text,
  "type" text,
  "position" bigint,
  "config" jsonb,
  "conditions" jsonb,
  "delay" bigint,
  "delay_unit" text,
  "template_id" uuid,
  "next_step_id" uuid,
  "true_step_id" uuid,
  "false_step_id" uuid,
  "active" boolean,
  "entered_count" bigint,
  "completed_count" bigint,
  "failed_count" bigint,
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("name", 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  constraint marketing_workflow_steps_pkey primary key (tenant_id, id)
);

create table marketing_workflow_enrollments (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "workflow_id" uuid not null,
  "contact_id" uuid,
  "model_key" text,
  "record_id" text,
  "enrolled_at" timestamptz(3),
  "status" text,
  "source" text,
  "current_step_id" uuid,
  "next_run_at" timestamptz(3),
  "last_run_at" timestamptz(3),
  "completed_at" timestamptz(3),
  "exited_at" timestamptz(3),
  "exit_reason" text,
  "step_count" bigint,
  "attempt_count" bigint,
  "error" text,
  "data" jsonb,
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  constraint marketing_workflow_enrollments_pkey primary key (tenant_id, id)
);

create table communications_campaigns (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "name" text not null,
  "description" text,
  "type" text,
  "channel" text,
  "status" text,
  "marketing_campaign_id" uuid,
  "template_id" uuid,
  "email_list_ids" uuid[],
  "segment_ids" uuid[],
  "from_name" text,
  "from_email" text,
  "reply_to" text,
  "subject" text,
  "html" text,
  "text" text,
  "preview_text" text,
  "start_date" date,
  "end_date" date,
  "scheduled_at" timestamptz(3),
  "sent_at" timestamptz(3),
  "timezone" text,
  "track_opens" boolean,
  "track_clicks" boolean,
  "tags" text[],
  "recipient_count" bigint,
  "sent_count" bigint,
  "delivered_count" bigint,
  "open_count" bigint,
  "unique_open_count" bigint,
  "click_count" bigint,
  "unique_click_count" bigint,
  "reply_count" bigint,
  "bounce_count" bigint,
  "unsubscribe_count" bigint,
  "complaint_count" bigint,
  "failed_count" bigint,
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("name", 10000), '') || ' ' || coalesce(left("description", 10000), '') || ' ' || coalesce(left("subject", 10000), '') || ' ' || coalesce(left(words_of("tags"), 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  constraint communications_campaigns_pkey primary key (tenant_id, id)
);

create table communications_campaign_files (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "campaign_id" uuid not null,
  "name" text not null,
  "mime_type" text,
  "size" bigint,
  "url" text,
  "storage_key" text,
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("name", 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  constraint communications_campaign_files_pkey primary key (tenant_id, id)
);

create table communications_campaign_notes (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "campaign_id" uuid not null,
  "content" text not null,
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("content", 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  constraint communications_campaign_notes_pkey primary key (tenant_id, id)
);

create table communications_campaign_tasks (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "campaign_id" uuid not null,
  "title" text not null,
  "description" text,
  "due_date" date,
  "status" text,
  "priority" text,
  "assigned_user_id" uuid,
  "completed_at" timestamptz(3),
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("title", 10000), '') || ' ' || coalesce(left("description", 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  constraint communications_campaign_tasks_pkey primary key (tenant_id, id)
);

create table communications_conversations (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "subject" text,
  "channel" text,
  "status" text,
  "priority" text,
  "contact_id" uuid,
  "account_id" uuid,
  "lead_id" uuid,
  "opportunity_id" uuid,
  "assigned_user_id" uuid,
  "assigned_team_id" uuid,
  "follower_ids" uuid[],
  "participants" text[],
  "preview" text,
  "last_message_at" timestamptz(3),
  "last_message_direction" text,
  "message_count" bigint,
  "unread_count" bigint,
  "first_replied_at" timestamptz(3),
  "snoozed_until" timestamptz(3),
  "closed_at" timestamptz(3),
  "connection_id" text,
  "external_id" text,
  "tags" text[],
  "metadata" jsonb,
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("subject", 10000), '') || ' ' || coalesce(left(words_of("participants"), 10000), '') || ' ' || coalesce(left("preview", 10000), '') || ' ' || coalesce(left(words_of("tags"), 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  constraint communications_conversations_pkey primary key (tenant_id, id)
);

create table communications_comments (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "conversation_id" uuid not null,
  "content" text not null,
  "email_id" uuid,
  "parent_comment_id" uuid,
  "mentioned_user_ids" uuid[],
  "internal" boolean,
  "pinned" boolean,
  "edited_at" timestamptz(3),
  "resolved_at" timestamptz(3),
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("content", 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  constraint communications_comments_pkey primary key (tenant_id, id)
);

create table communications_emails (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "from" text,
  "from_name" text,
  "reply_to" text,
  "to" text[],
  "cc" text[],
  "bcc" text[],
  "subject" text,
  "html" text,
  "text" text,
  "direction" text,
  "type" text,
  "status" text,
  "conversation_id" uuid,
  "contact_id" uuid,
  "account_id" uuid,
  "lead_id" uuid,
  "opportunity_id" uuid,
  "campaign_id" uuid,
  "communications_campaign_id" uuid,
  "template_id" uuid,
  "email_snapshot_id" uuid,
  "batch_id" text,
  "connection_id" text,
  "message_id" text,
  "in_reply_to" text,
  "scheduled_at" timestamptz(3),
  "sent_at" timestamptz(3),
  "delivered_at" timestamptz(3),
  "received_at" timestamptz(3),
  "opened_at" timestamptz(3),
  "clicked_at" timestamptz(3),
  "read" boolean,
  "open_count" bigint,
  "click_count" bigint,
  "attempt_count" bigint,
  "error" text,
  "tags" text[],
  "headers" jsonb,
  "variables" jsonb,
  "metadata" jsonb,
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("from", 10000), '') || ' ' || coalesce(left("from_name", 10000), '') || ' ' || coalesce(left(words_of("to"), 10000), '') || ' ' || coalesce(left("subject", 10000), '') || ' ' || coalesce(left(words_of("tags"), 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  constraint communications_emails_pkey primary key (tenant_id, id)
);

create table communications_email_files (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "email_id" uuid not null,
  "name" text not null,
  "mime_type" text,
  "size" bigint,
  "url" text,
  "storage_key" text,
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("name", 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  constraint communications_email_files_pkey primary key (tenant_id, id)
);

create table communications_email_lists (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "name" text not null,
  "description" text,
  "type" text,
  "segment_id" uuid,
  "contact_ids" uuid[],
  "emails" text[],
  "unsubscribed_emails" text[],
  "from_name" text,
  "from_email" text,
  "reply_to" text,
  "double_opt_in" boolean,
  "permission_reminder" text,
  "language" text,
  "active" boolean,
  "member_count" bigint,
  "unsubscribed_count" bigint,
  "bounced_count" bigint,
  "last_sent_at" timestamptz(3),
  "tags" text[],
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("name", 10000), '') || ' ' || coalesce(left("description", 10000), '') || ' ' || coalesce(left(words_of("emails"), 10000), '') || ' ' || coalesce(left(words_of("tags"), 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  constraint communications_email_lists_pkey primary key (tenant_id, id)
);

create table communications_email_snapshots (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "name" text,
  "email_id" uuid,
  "campaign_id" uuid,
  "communications_campaign_id" uuid,
  "template_id" uuid,
  "email_list_id" uuid,
  "segment_id" uuid,
  "status" text,
  "from_name" text,
  "from_email" text,
  "reply_to" text,
  "subject" text,
  "html" text,
  "text" text,
  "taken_at" timestamptz(3),
  "sent_at" timestamptz(3),
  "variables" jsonb,
  "metadata" jsonb,
  "recipient_count" bigint,
  "sent_count" bigint,
  "delivered_count" bigint,
  "open_count" bigint,
  "unique_open_count" bigint,
  "click_count" bigint,
  "unique_click_count" bigint,
  "reply_count" bigint,
  "bounce_count" bigint,
  "unsubscribe_count" bigint,
  "complaint_count" bigint,
  "failed_count" bigint,
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("name", 10000), '') || ' ' || coalesce(left("subject", 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  constraint communications_email_snapshots_pkey primary key (tenant_id, id)
);

create table communications_email_snapshot_contacts (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "email_snapshot_id" uuid not null,
  "contact_id" uuid,
  "email_id" uuid,
  "email" text,
  "name" text,
  "status" text,
  "sent_at" timestamptz(3),
  "delivered_at" timestamptz(3),
  "opened_at" timestamptz(3),
  "clicked_at" timestamptz(3),
  "bounced_at" timestamptz(3),
  "unsubscribed_at" timestamptz(3),
  "open_count" bigint,
  "click_count" bigint,
  "error" text,
  "variables" jsonb,
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("email", 10000), '') || ' ' || coalesce(left("name", 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  "email_folded" text generated always as (lower("email")) stored,
  constraint communications_email_snapshot_contacts_pkey primary key (tenant_id, id)
);

create table communications_email_templates (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "name" text not null,
  "description" text,
  "subject" text,
  "html" text,
  "text" text,
  "preview_text" text,
  "category" text,
  "format" text,
  "status" text,
  "variables" text[],
  "sample_data" jsonb,
  "design" jsonb,
  "from_name" text,
  "from_email" text,
  "reply_to" text,
  "language" text,
  "folder" text,
  "thumbnail_url" text,
  "usage_count" bigint,
  "last_used_at" timestamptz(3),
  "tags" text[],
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("name", 10000), '') || ' ' || coalesce(left("description", 10000), '') || ' ' || coalesce(left("subject", 10000), '') || ' ' || coalesce(left(words_of("tags"), 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  constraint communications_email_templates_pkey primary key (tenant_id, id)
);

create table communications_referrals (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "name" text,
  "code" text,
  "status" text,
  "source" text,
  "referrer_contact_id" uuid,
  "referrer_account_id" uuid,
  "referrer_user_id" uuid,
  "referred_contact_id" uuid,
  "referred_account_id" uuid,
  "referred_name" text,
  "referred_email" text,
  "referred_phone" text,
  "referred_company" text,
  "lead_id" uuid,
  "opportunity_id" uuid,
  "campaign_id" uuid,
  "email_id" uuid,
  "message" text,
  "notes" text,
  "referred_at" timestamptz(3),
  "converted_at" timestamptz(3),
  "expires_on" date,
  "reward_type" text,
  "reward_amount" numeric,
  "currency" text,
  "reward_status" text,
  "tags" text[],
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("name", 10000), '') || ' ' || coalesce(left("code", 10000), '') || ' ' || coalesce(left("referred_name", 10000), '') || ' ' || coalesce(left("referred_email", 10000), '') || ' ' || coalesce(left("referred_company", 10000), '') || ' ' || coalesce(left("notes", 10000), '') || ' ' || coalesce(left(words_of("tags"), 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  "referred_email_folded" text generated always as (lower("referred_email")) stored,
  constraint communications_referrals_pkey primary key (tenant_id, id)
);

create table identity_users (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "email" text not null,
  "first_name" text,
  "last_name" text,
  "name" text generated always as (nullif(btrim(coalesce(first_name, '') || ' ' || coalesce(last_name, '')), '')) stored,
  "password" text,
  "roles" text[],
  "active" boolean,
  "email_verified" boolean,
  "email_verified_at" timestamptz(3),
  "last_login_at" timestamptz(3),
  "title" text,
  "department_id" uuid,
  "manager_id" uuid,
  "phone" text,
  "mobile_phone" text,
  "language" text,
  "time_zone" text,
  "currency" text,
  "date_format" text,
  "avatar_url" text,
  "signature" text,
  "about" text,
  "notification_settings" jsonb,
  "preferences" jsonb,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("email", 10000), '') || ' ' || coalesce(left(nullif(btrim(coalesce(first_name, '') || ' ' || coalesce(last_name, '')), ''), 10000), '') || ' ' || coalesce(left("phone", 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  "email_folded" text generated always as (lower("email")) stored,
  constraint identity_users_pkey primary key (tenant_id, id)
);

create table identity_roles (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "name" text not null,
  "description" text,
  "permissions" text[],
  "hidden_fields" jsonb,
  "read_only_fields" jsonb,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("name", 10000), '') || ' ' || coalesce(left("description", 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  "name_folded" text generated always as (lower("name")) stored,
  constraint identity_roles_pkey primary key (tenant_id, id)
);

create table identity_teams (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "name" text not null,
  "description" text,
  "lead_id" uuid,
  "department_id" uuid,
  "parent_team_id" uuid,
  "email" text,
  "color" text,
  "active" boolean,
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("name", 10000), '') || ' ' || coalesce(left("description", 10000), '') || ' ' || coalesce(left("email", 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  "name_folded" text generated always as (lower("name")) stored,
  constraint identity_teams_pkey primary key (tenant_id, id)
);

create table identity_team_users (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "team_id" uuid not null,
  "user_id" uuid not null,
  "role" text,
  "joined_at" timestamptz(3),
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  constraint identity_team_users_pkey primary key (tenant_id, id)
);

create table identity_departments (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "name" text not null,
  "code" text,
  "description" text,
  "parent_department_id" uuid,
  "manager_id" uuid,
  "cost_center" text,
  "budget" numeric,
  "currency" text,
  "email" text,
  "phone" text,
  "location" text,
  "active" boolean,
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("name", 10000), '') || ' ' || coalesce(left("code", 10000), '') || ' ' || coalesce(left("description", 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  "name_folded" text generated always as (lower("name")) stored,
  "code_folded" text generated always as (lower("code")) stored,
  constraint identity_departments_pkey primary key (tenant_id, id)
);

create table identity_department_users (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "department_id" uuid not null,
  "user_id" uuid not null,
  "role" text,
  "is_primary" boolean,
  "start_date" date,
  "end_date" date,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  constraint identity_department_users_pkey primary key (tenant_id, id)
);

create table identity_employees (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "first_name" text,
  "last_name" text,
  "name" text generated always as (nullif(btrim(coalesce(first_name, '') || ' ' || coalesce(last_name, '')), '')) stored,
  "user_id" uuid,
  "employee_number" text,
  "email" text,
  "personal_email" text,
  "phone" text,
  "mobile_phone" text,
  "job_title" text,
  "job_level" text,
  "department_id" uuid,
  "manager_id" uuid,
  "status" text,
  "employment_type" text,
  "work_mode" text,
  "work_location" text,
  "hire_date" date,
  "probation_end_date" date,
  "termination_date" date,
  "termination_reason" text,
  "salary" numeric,
  "pay_frequency" text,
  "currency" text,
  "weekly_hours" numeric,
  "vacation_days" numeric,
  "cost_center" text,
  "birth_date" date,
  "nationality" text,
  "street" text,
  "city" text,
  "state" text,
  "postal_code" text,
  "country" text,
  "emergency_contact_name" text,
  "emergency_contact_phone" text,
  "skills" text[],
  "photo_url" text,
  "comment" text,
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left(nullif(btrim(coalesce(first_name, '') || ' ' || coalesce(last_name, '')), ''), 10000), '') || ' ' || coalesce(left("employee_number", 10000), '') || ' ' || coalesce(left("email", 10000), '') || ' ' || coalesce(left("phone", 10000), '') || ' ' || coalesce(left("job_title", 10000), '') || ' ' || coalesce(left(words_of("skills"), 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  "employee_number_folded" text generated always as (lower("employee_number")) stored,
  "email_folded" text generated always as (lower("email")) stored,
  constraint identity_employees_pkey primary key (tenant_id, id)
);

create table identity_contractors (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "first_name" text,
  "last_name" text,
  "name" text generated always as (nullif(btrim(coalesce(first_name, '') || ' ' || coalesce(last_name, '')), '')) stored,
  "user_id" uuid,
  "company" text,
  "email" text,
  "phone" text,
  "website" text,
  "job_title" text,
  "services" text,
  "department_id" uuid,
  "manager_id" uuid,
  "status" text,
  "contractor_type" text,
  "contract_number" text,
  "contract_start_date" date,
  "contract_end_date" date,
  "contract_url" text,
  "notice_days" bigint,
  "rate" numeric,
  "rate_unit" text,
  "currency" text,
  "hours_per_week" numeric,
  "budget" numeric,
  "purchase_order_number" text,
  "payment_terms" text,
  "tax_number" text,
  "non_disclosure_signed" boolean,
  "insurance_expiry_date" date,
  "street" text,
  "city" text,
  "state" text,
  "postal_code" text,
  "country" text,
  "skills" text[],
  "rating" numeric,
  "comment" text,
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left(nullif(btrim(coalesce(first_name, '') || ' ' || coalesce(last_name, '')), ''), 10000), '') || ' ' || coalesce(left("company", 10000), '') || ' ' || coalesce(left("email", 10000), '') || ' ' || coalesce(left("phone", 10000), '') || ' ' || coalesce(left("job_title", 10000), '') || ' ' || coalesce(left("services", 10000), '') || ' ' || coalesce(left("contract_number", 10000), '') || ' ' || coalesce(left(words_of("skills"), 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  "email_folded" text generated always as (lower("email")) stored,
  constraint identity_contractors_pkey primary key (tenant_id, id)
);

create table ai_ai_completion_logs (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "model" text,
  "provider" text,
  "operation" text,
  "status" text,
  "user_id" uuid,
  "conversation_id" text,
  "started_at" timestamptz(3),
  "first_token_at" timestamptz(3),
  "finished_at" timestamptz(3),
  "duration_ms" bigint,
  "finish_reason" text,
  "prompt_tokens" bigint,
  "completion_tokens" bigint,
  "total_tokens" bigint,
  "cached_tokens" bigint,
  "iterations" bigint,
  "streamed" boolean,
  "platform_tools" boolean,
  "tool_calls" jsonb,
  "request" jsonb,
  "response" jsonb,
  "error" jsonb,
  "request_id" text,
  "provider_request_id" text,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("model", 10000), '') || ' ' || coalesce(left("conversation_id", 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  constraint ai_ai_completion_logs_pkey primary key (tenant_id, id)
);

create table ui_screens (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "name" text not null,
  "description" text,
  "model_key" text,
  "layout" text,
  "columns" text[],
  "default_filter" jsonb,
  "default_sort" jsonb,
  "actions" jsonb,
  "group_by_field" text,
  "date_field" text,
  "page_size" bigint,
  "status_id" uuid,
  "icon" text,
  "color" text,
  "position" bigint,
  "active" boolean,
  "role_names" text[],
  "settings" jsonb,
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("name", 10000), '') || ' ' || coalesce(left("description", 10000), '') || ' ' || coalesce(left("model_key", 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  constraint ui_screens_pkey primary key (tenant_id, id)
);

create table ui_screen_files (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "screen_id" uuid not null,
  "name" text not null,
  "mime_type" text,
  "size" bigint,
  "url" text,
  "storage_key" text,
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("name", 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  constraint ui_screen_files_pkey primary key (tenant_id, id)
);

create table ui_screen_notes (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "screen_id" uuid not null,
  "content" text not null,
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("content", 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  constraint ui_screen_notes_pkey primary key (tenant_id, id)
);

create table ui_screen_tasks (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "screen_id" uuid not null,
  "title" text not null,
  "description" text,
  "due_date" date,
  "status" text,
  "priority" text,
  "assigned_user_id" uuid,
  "completed_at" timestamptz(3),
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("title", 10000), '') || ' ' || coalesce(left("description", 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  constraint ui_screen_tasks_pkey primary key (tenant_id, id)
);

create table ui_screen_statuses (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "name" text not null,
  "color" text,
  "position" bigint,
  "is_default" boolean,
  "is_closed" boolean,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("name", 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  constraint ui_screen_statuses_pkey primary key (tenant_id, id)
);

create table ui_screen_actions (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "screen_id" uuid not null,
  "name" text not null,
  "description" text,
  "type" text,
  "placement" text,
  "handler" text,
  "target_screen_id" uuid,
  "target_url" text,
  "parameters" jsonb,
  "condition" jsonb,
  "confirmation_message" text,
  "icon" text,
  "variant" text,
  "shortcut" text,
  "permission" text,
  "position" bigint,
  "active" boolean,
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("name", 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  constraint ui_screen_actions_pkey primary key (tenant_id, id)
);

create table ui_screen_components (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "screen_id" uuid not null,
  "name" text not null,
  "component_id" uuid,
  "parent_component_id" uuid,
  "type" text,
  "region" text,
  "position" bigint,
  "row_start" bigint,
  "column_start" bigint,
  "width" bigint,
  "height" bigint,
  "properties" jsonb,
  "data_source" jsonb,
  "style" jsonb,
  "condition" jsonb,
  "visible" boolean,
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("name", 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  constraint ui_screen_components_pkey primary key (tenant_id, id)
);

create table ui_user_screens (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "user_id" uuid,
  "screen_id" uuid not null,
  "position" bigint,
  "visible" boolean,
  "pinned" boolean,
  "is_default" boolean,
  "settings" jsonb,
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  constraint ui_user_screens_pkey primary key (tenant_id, id)
);

create table ui_workspaces (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "name" text not null,
  "description" text,
  "screen_ids" uuid[],
  "default_screen_id" uuid,
  "icon" text,
  "color" text,
  "position" bigint,
  "is_default" boolean,
  "active" boolean,
  "role_names" text[],
  "team_ids" uuid[],
  "settings" jsonb,
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("name", 10000), '') || ' ' || coalesce(left("description", 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  constraint ui_workspaces_pkey primary key (tenant_id, id)
);

create table ui_components (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "name" text not null,
  "description" text,
  "type" text,
  "category" text,
  "model_key" text,
  "properties" jsonb,
  "property_schema" jsonb,
  "template" text,
  "style" jsonb,
  "icon" text,
  "preview_url" text,
  "tags" text[],
  "active" boolean,
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("name", 10000), '') || ' ' || coalesce(left("description", 10000), '') || ' ' || coalesce(left(words_of("tags"), 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  constraint ui_components_pkey primary key (tenant_id, id)
);

create table ui_registered_components (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "name" text not null,
  "label" text,
  "description" text,
  "component_id" uuid,
  "module_key" text,
  "entry_url" text,
  "export_name" text,
  "integrity" text,
  "release" text,
  "property_schema" jsonb,
  "default_properties" jsonb,
  "events" text[],
  "slots" text[],
  "status" text,
  "registered_at" timestamptz(3),
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("name", 10000), '') || ' ' || coalesce(left("label", 10000), '') || ' ' || coalesce(left("description", 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  "name_folded" text generated always as (lower("name")) stored,
  constraint ui_registered_components_pkey primary key (tenant_id, id)
);

create table ui_dashboards (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "name" text not null,
  "description" text,
  "widgets" jsonb,
  "layout" jsonb,
  "filters" jsonb,
  "period" text,
  "refresh_seconds" bigint,
  "visibility" text,
  "team_id" uuid,
  "icon" text,
  "position" bigint,
  "is_default" boolean,
  "tags" text[],
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("name", 10000), '') || ' ' || coalesce(left("description", 10000), '') || ' ' || coalesce(left(words_of("tags"), 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  constraint ui_dashboards_pkey primary key (tenant_id, id)
);

create table ui_drafts (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "name" text,
  "user_id" uuid,
  "model_key" text,
  "record_id" text,
  "record_version" bigint,
  "screen_id" uuid,
  "data" jsonb,
  "status" text,
  "expires_at" timestamptz(3),
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("name", 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  constraint ui_drafts_pkey primary key (tenant_id, id)
);

create table ui_record_recent_views (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "user_id" uuid,
  "model_key" text not null,
  "record_id" text not null,
  "record_title" text,
  "screen_id" uuid,
  "viewed_at" timestamptz(3),
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("record_title", 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  constraint ui_record_recent_views_pkey primary key (tenant_id, id)
);

create table ui_support_tickets (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "subject" text not null,
  "description" text,
  "priority" text,
  "status" text,
  "ticket_number" text,
  "type" text,
  "category" text,
  "severity" text,
  "channel" text,
  "requester_id" uuid,
  "requester_name" text,
  "requester_email" text,
  "requester_phone" text,
  "account_id" uuid,
  "contact_id" uuid,
  "product_id" uuid,
  "assigned_user_id" uuid,
  "team_id" uuid,
  "follower_ids" uuid[],
  "cc_emails" text[],
  "related_ticket_id" uuid,
  "model_key" text,
  "record_id" text,
  "screen_id" uuid,
  "page_url" text,
  "environment" text,
  "steps_to_reproduce" text,
  "tags" text[],
  "due_at" timestamptz(3),
  "first_responded_at" timestamptz(3),
  "assigned_at" timestamptz(3),
  "last_reply_at" timestamptz(3),
  "solved_at" timestamptz(3),
  "closed_at" timestamptz(3),
  "reopen_count" bigint,
  "escalated" boolean,
  "satisfaction_rating" text,
  "satisfaction_comment" text,
  "external_id" text,
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("subject", 10000), '') || ' ' || coalesce(left("description", 10000), '') || ' ' || coalesce(left("ticket_number", 10000), '') || ' ' || coalesce(left("requester_name", 10000), '') || ' ' || coalesce(left("requester_email", 10000), '') || ' ' || coalesce(left(words_of("tags"), 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  "ticket_number_folded" text generated always as (lower("ticket_number")) stored,
  constraint ui_support_tickets_pkey primary key (tenant_id, id)
);

create table ui_support_ticket_files (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "support_ticket_id" uuid not null,
  "name" text not null,
  "mime_type" text,
  "size" bigint,
  "url" text,
  "storage_key" text,
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("name", 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  constraint ui_support_ticket_files_pkey primary key (tenant_id, id)
);

create table ui_support_ticket_notes (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "support_ticket_id" uuid not null,
  "content" text not null,
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("content", 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  constraint ui_support_ticket_notes_pkey primary key (tenant_id, id)
);

create table ui_support_ticket_tasks (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "support_ticket_id" uuid not null,
  "title" text not null,
  "description" text,
  "due_date" date,
  "status" text,
  "priority" text,
  "assigned_user_id" uuid,
  "completed_at" timestamptz(3),
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("title", 10000), '') || ' ' || coalesce(left("description", 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  constraint ui_support_ticket_tasks_pkey primary key (tenant_id, id)
);

create table ui_support_ticket_resolutions (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "support_ticket_id" uuid not null,
  "summary" text,
  "content" text,
  "type" text,
  "root_cause" text,
  "preventive_action" text,
  "support_article_id" uuid,
  "resolved_by_id" uuid,
  "resolved_at" timestamptz(3),
  "minutes_spent" bigint,
  "customer_visible" boolean,
  "accepted" boolean,
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("summary", 10000), '') || ' ' || coalesce(left("content", 10000), '') || ' ' || coalesce(left("root_cause", 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  constraint ui_support_ticket_resolutions_pkey primary key (tenant_id, id)
);

create table ui_enterprise_product_announcements (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "title" text not null,
  "summary" text,
  "content" text,
  "type" text,
  "status" text,
  "priority" text,
  "product_id" uuid,
  "release" text,
  "published_at" timestamptz(3),
  "expires_at" timestamptz(3),
  "effective_date" date,
  "author_id" uuid,
  "audience" text,
  "role_names" text[],
  "team_ids" uuid[],
  "display" text,
  "pinned" boolean,
  "dismissible" boolean,
  "acknowledgement_needed" boolean,
  "image_url" text,
  "video_url" text,
  "link_url" text,
  "link_label" text,
  "language" text,
  "tags" text[],
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("title", 10000), '') || ' ' || coalesce(left("summary", 10000), '') || ' ' || coalesce(left("content", 10000), '') || ' ' || coalesce(left(words_of("tags"), 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  constraint ui_enterprise_product_announcements_pkey primary key (tenant_id, id)
);

create table ui_enterprise_product_announcement_files (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "enterprise_product_announcement_id" uuid not null,
  "name" text not null,
  "mime_type" text,
  "size" bigint,
  "url" text,
  "storage_key" text,
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("name", 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  constraint ui_enterprise_product_announcement_files_pkey primary key (tenant_id, id)
);

create table ui_enterprise_product_announcement_notes (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "enterprise_product_announcement_id" uuid not null,
  "content" text not null,
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("content", 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  constraint ui_enterprise_product_announcement_notes_pkey primary key (tenant_id, id)
);

create table ui_enterprise_product_announcement_tasks (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "enterprise_product_announcement_id" uuid not null,
  "title" text not null,
  "description" text,
  "due_date" date,
  "status" text,
  "priority" text,
  "assigned_user_id" uuid,
  "completed_at" timestamptz(3),
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("title", 10000), '') || ' ' || coalesce(left("description", 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  constraint ui_enterprise_product_announcement_tasks_pkey primary key (tenant_id, id)
);

create table ui_settings (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "key" text not null,
  "label" text,
  "description" text,
  "category" text,
  "value_type" text,
  "value" jsonb,
  "secret_value" text,
  "position" bigint,
  "active" boolean,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("key", 10000), '') || ' ' || coalesce(left("label", 10000), '') || ' ' || coalesce(left("description", 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  "key_folded" text generated always as (lower("key")) stored,
  constraint ui_settings_pkey primary key (tenant_id, id)
);

create table inventory_inventory_locations (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "name" text not null,
  "code" text,
  "type" text,
  "description" text,
  "parent_location_id" uuid,
  "manager_id" uuid,
  "account_id" uuid,
  "department_id" uuid,
  "street" text,
  "city" text,
  "state" text,
  "postal_code" text,
  "country" text,
  "building" text,
  "floor" text,
  "room" text,
  "latitude" numeric,
  "longitude" numeric,
  "phone" text,
  "email" text,
  "time_zone" text,
  "currency" text,
  "capacity" numeric,
  "image_url" text,
  "active" boolean,
  "tags" text[],
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("name", 10000), '') || ' ' || coalesce(left("code", 10000), '') || ' ' || coalesce(left("description", 10000), '') || ' ' || coalesce(left("street", 10000), '') || ' ' || coalesce(left("city", 10000), '') || ' ' || coalesce(left(words_of("tags"), 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  "code_folded" text generated always as (lower("code")) stored,
  constraint inventory_inventory_locations_pkey primary key (tenant_id, id)
);

create table inventory_equipment (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "name" text not null,
  "serial_number" text,
  "location_id" uuid,
  "assigned_user_id" uuid,
  "purchase_date" date,
  "status" text,
  "asset_tag" text,
  "description" text,
  "category" text,
  "manufacturer" text,
  "model_name" text,
  "model_number" text,
  "condition" text,
  "asset_id" uuid,
  "product_id" uuid,
  "department_id" uuid,
  "default_location_id" uuid,
  "supplier_account_id" uuid,
  "order_number" text,
  "purchase_cost" numeric,
  "currency" text,
  "warranty_months" bigint,
  "warranty_expiry_date" date,
  "end_of_life_date" date,
  "checked_out_at" timestamptz(3),
  "expected_return_date" date,
  "last_checked_in_at" timestamptz(3),
  "last_audit_date" date,
  "next_audit_date" date,
  "last_maintenance_date" date,
  "next_maintenance_date" date,
  "retired_date" date,
  "requestable" boolean,
  "host_name" text,
  "mac_address" text,
  "ip_address" text,
  "specifications" jsonb,
  "image_url" text,
  "tags" text[],
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("name", 10000), '') || ' ' || coalesce(left("serial_number", 10000), '') || ' ' || coalesce(left("asset_tag", 10000), '') || ' ' || coalesce(left("description", 10000), '') || ' ' || coalesce(left("manufacturer", 10000), '') || ' ' || coalesce(left("model_name", 10000), '') || ' ' || coalesce(left("model_number", 10000), '') || ' ' || coalesce(left(words_of("tags"), 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  "asset_tag_folded" text generated always as (lower("asset_tag")) stored,
  constraint inventory_equipment_pkey primary key (tenant_id, id)
);

create table inventory_equipment_files (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "equipment_id" uuid not null,
  "name" text not null,
  "mime_type" text,
  "size" bigint,
  "url" text,
  "storage_key" text,
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("name", 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  constraint inventory_equipment_files_pkey primary key (tenant_id, id)
);

create table inventory_equipment_notes (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "equipment_id" uuid not null,
  "content" text not null,
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("content", 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  constraint inventory_equipment_notes_pkey primary key (tenant_id, id)
);

create table inventory_equipment_tasks (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "equipment_id" uuid not null,
  "title" text not null,
  "description" text,
  "due_date" date,
  "status" text,
  "priority" text,
  "assigned_user_id" uuid,
  "completed_at" timestamptz(3),
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("title", 10000), '') || ' ' || coalesce(left("description", 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  constraint inventory_equipment_tasks_pkey primary key (tenant_id, id)
);

create table inventory_assets (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "name" text not null,
  "asset_number" text,
  "serial_number" text,
  "barcode" text,
  "description" text,
  "type" text,
  "category" text,
  "status" text,
  "condition" text,
  "parent_asset_id" uuid,
  "location_id" uuid,
  "assigned_user_id" uuid,
  "department_id" uuid,
  "account_id" uuid,
  "contact_id" uuid,
  "product_id" uuid,
  "supplier_account_id" uuid,
  "manufacturer" text,
  "model_number" text,
  "quantity" numeric,
  "unit" text,
  "purchase_date" date,
  "purchase_cost" numeric,
  "current_value" numeric,
  "salvage_value" numeric,
  "currency" text,
  "depreciation_method" text,
  "useful_life_months" bigint,
  "install_date" date,
  "warranty_expiry_date" date,
  "end_of_life_date" date,
  "disposal_date" date,
  "disposal_value" numeric,
  "insurance_policy_number" text,
  "order_number" text,
  "invoice_number" text,
  "latitude" numeric,
  "longitude" numeric,
  "image_url" text,
  "tags" text[],
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("name", 10000), '') || ' ' || coalesce(left("asset_number", 10000), '') || ' ' || coalesce(left("serial_number", 10000), '') || ' ' || coalesce(left("barcode", 10000), '') || ' ' || coalesce(left("description", 10000), '') || ' ' || coalesce(left("category", 10000), '') || ' ' || coalesce(left("manufacturer", 10000), '') || ' ' || coalesce(left("model_number", 10000), '') || ' ' || coalesce(left(words_of("tags"), 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  "asset_number_folded" text generated always as (lower("asset_number")) stored,
  constraint inventory_assets_pkey primary key (tenant_id, id)
);

create table forms_forms (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "name" text not null,
  "model_key" text,
  "fields" text[],
  "submit_action" text,
  "title" text,
  "description" text,
  "slug" text,
  "type" text,
  "status" text,
  "layout" text,
  "required_fields" text[],
  "field_settings" jsonb,
  "default_values" jsonb,
  "steps" jsonb,
  "logic" jsonb,
  "theme" jsonb,
  "submit_label" text,
  "success_message" text,
  "redirect_url" text,
  "submit_url" text,
  "notify_user_ids" uuid[],
  "notify_emails" text[],
  "language" text,
  "captcha" boolean,
  "login_needed" boolean,
  "consent_text" text,
  "multiple_submissions" boolean,
  "submission_limit" bigint,
  "opens_at" timestamptz(3),
  "closes_at" timestamptz(3),
  "published_at" timestamptz(3),
  "tags" text[],
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("name", 10000), '') || ' ' || coalesce(left("model_key", 10000), '') || ' ' || coalesce(left("title", 10000), '') || ' ' || coalesce(left("description", 10000), '') || ' ' || coalesce(left("slug", 10000), '') || ' ' || coalesce(left(words_of("tags"), 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  "slug_folded" text generated always as (lower("slug")) stored,
  constraint forms_forms_pkey primary key (tenant_id, id)
);

create table forms_form_submissions (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "form_id" uuid not null,
  "data" jsonb,
  "status" text,
  "submitted_at" timestamptz(3),
  "started_at" timestamptz(3),
  "processed_at" timestamptz(3),
  "duration_seconds" bigint,
  "user_id" uuid,
  "account_id" uuid,
  "contact_id" uuid,
  "email" text,
  "model_key" text,
  "record_id" text,
  "score" numeric,
  "consent_given" boolean,
  "source" text,
  "page_url" text,
  "referrer" text,
  "utm_source" text,
  "utm_medium" text,
  "utm_campaign" text,
  "utm_term" text,
  "utm_content" text,
  "ip_address" text,
  "user_agent" text,
  "language" text,
  "error" jsonb,
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("email", 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  "email_folded" text generated always as (lower("email")) stored,
  constraint forms_form_submissions_pkey primary key (tenant_id, id)
);

create table support_support_articles (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "title" text not null,
  "slug" text,
  "summary" text,
  "content" text,
  "format" text,
  "type" text,
  "status" text,
  "visibility" text,
  "category_id" uuid,
  "product_id" uuid,
  "author_id" uuid,
  "reviewer_id" uuid,
  "tags" text[],
  "keywords" text[],
  "language" text,
  "translation_of_id" uuid,
  "related_article_ids" uuid[],
  "published_at" timestamptz(3),
  "last_reviewed_at" timestamptz(3),
  "review_due_date" date,
  "position" bigint,
  "featured" boolean,
  "comments_allowed" boolean,
  "view_count" bigint,
  "helpful_count" bigint,
  "not_helpful_count" bigint,
  "cover_image_url" text,
  "video_url" text,
  "external_url" text,
  "seo_title" text,
  "seo_description" text,
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("title", 10000), '') || ' ' || coalesce(left("slug", 10000), '') || ' ' || coalesce(left("summary", 10000), '') || ' ' || coalesce(left("content", 10000), '') || ' ' || coalesce(left(words_of("tags"), 10000), '') || ' ' || coalesce(left(words_of("keywords"), 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  "slug_folded" text generated always as (lower("slug")) stored,
  constraint support_support_articles_pkey primary key (tenant_id, id)
);

create table support_support_article_files (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "support_article_id" uuid not null,
  "name" text not null,
  "mime_type" text,
  "size" bigint,
  "url" text,
  "storage_key" text,
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("name", 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  constraint support_support_article_files_pkey primary key (tenant_id, id)
);

create table support_support_categories (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "name" text not null,
  "slug" text,
  "description" text,
  "parent_category_id" uuid,
  "visibility" text,
  "language" text,
  "icon" text,
  "color" text,
  "position" bigint,
  "active" boolean,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("name", 10000), '') || ' ' || coalesce(left("slug", 10000), '') || ' ' || coalesce(left("description", 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  "slug_folded" text generated always as (lower("slug")) stored,
  constraint support_support_categories_pkey primary key (tenant_id, id)
);

create table customer_success_renewals (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "name" text not null,
  "description" text,
  "account_id" uuid,
  "contact_id" uuid,
  "product_id" uuid,
  "success_manager_id" uuid,
  "status" text,
  "stage" text,
  "type" text,
  "renewal_date" date,
  "contract_number" text,
  "contract_start_date" date,
  "contract_end_date" date,
  "notice_date" date,
  "term_months" bigint,
  "auto_renew" boolean,
  "current_value" numeric,
  "renewal_value" numeric,
  "currency" text,
  "discount_percent" numeric,
  "uplift_percent" numeric,
  "seat_count" bigint,
  "probability" numeric,
  "forecast_category" text,
  "health_score" numeric,
  "risk_level" text,
  "risk_reason" text,
  "churn_reason" text,
  "competitor" text,
  "next_step" text,
  "next_step_date" date,
  "closed_at" timestamptz(3),
  "tags" text[],
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("name", 10000), '') || ' ' || coalesce(left("description", 10000), '') || ' ' || coalesce(left("contract_number", 10000), '') || ' ' || coalesce(left(words_of("tags"), 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  "renewal_value_approx" float8 generated always as (("renewal_value")::float8) stored,
  constraint customer_success_renewals_pkey primary key (tenant_id, id)
);

create table customer_success_health_scores (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "name" text,
  "account_id" uuid,
  "contact_id" uuid,
  "product_id" uuid,
  "success_manager_id" uuid,
  "score" numeric,
  "previous_score" numeric,
  "status" text,
  "trend" text,
  "usage_score" numeric,
  "adoption_score" numeric,
  "engagement_score" numeric,
  "support_score" numeric,
  "relationship_score" numeric,
  "sentiment_score" numeric,
  "financial_score" numeric,
  "onboarding_score" numeric,
  "net_promoter_score" numeric,
  "satisfaction_score" numeric,
  "churn_probability" numeric,
  "factors" jsonb,
  "source" text,
  "period_start" date,
  "period_end" date,
  "measured_at" timestamptz(3),
  "comment" text,
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("name", 10000), '') || ' ' || coalesce(left("comment", 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  "score_approx" float8 generated always as (("score")::float8) stored,
  constraint customer_success_health_scores_pkey primary key (tenant_id, id)
);

create table customer_success_success_plans (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "name" text not null,
  "description" text,
  "account_id" uuid,
  "contact_id" uuid,
  "product_id" uuid,
  "renewal_id" uuid,
  "success_manager_id" uuid,
  "executive_sponsor_id" uuid,
  "type" text,
  "status" text,
  "priority" text,
  "objective" text,
  "success_criteria" text,
  "current_situation" text,
  "risks" text,
  "outcome" text,
  "milestones" jsonb,
  "metrics" jsonb,
  "start_date" date,
  "target_date" date,
  "completed_date" date,
  "next_review_date" date,
  "progress" numeric,
  "expected_value" numeric,
  "currency" text,
  "customer_visible" boolean,
  "tags" text[],
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("name", 10000), '') || ' ' || coalesce(left("description", 10000), '') || ' ' || coalesce(left("objective", 10000), '') || ' ' || coalesce(left(words_of("tags"), 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  constraint customer_success_success_plans_pkey primary key (tenant_id, id)
);

create table customer_success_success_plan_tasks (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "success_plan_id" uuid not null,
  "title" text not null,
  "description" text,
  "due_date" date,
  "status" text,
  "priority" text,
  "assigned_user_id" uuid,
  "completed_at" timestamptz(3),
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("title", 10000), '') || ' ' || coalesce(left("description", 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  constraint customer_success_success_plan_tasks_pkey primary key (tenant_id, id)
);

create table customer_success_escalations (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "subject" text not null,
  "description" text,
  "escalation_number" text,
  "account_id" uuid,
  "contact_id" uuid,
  "product_id" uuid,
  "support_ticket_id" uuid,
  "renewal_id" uuid,
  "success_plan_id" uuid,
  "status" text,
  "priority" text,
  "severity" text,
  "level" bigint,
  "category" text,
  "source" text,
  "business_impact" text,
  "root_cause" text,
  "action_plan" text,
  "resolution" text,
  "escalated_by_id" uuid,
  "assigned_user_id" uuid,
  "executive_sponsor_id" uuid,
  "team_id" uuid,
  "escalated_at" timestamptz(3),
  "acknowledged_at" timestamptz(3),
  "next_update_at" timestamptz(3),
  "due_at" timestamptz(3),
  "resolved_at" timestamptz(3),
  "closed_at" timestamptz(3),
  "revenue_at_risk" numeric,
  "currency" text,
  "customer_sentiment" text,
  "tags" text[],
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("subject", 10000), '') || ' ' || coalesce(left("description", 10000), '') || ' ' || coalesce(left("escalation_number", 10000), '') || ' ' || coalesce(left("root_cause", 10000), '') || ' ' || coalesce(left("resolution", 10000), '') || ' ' || coalesce(left(words_of("tags"), 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  "escalation_number_folded" text generated always as (lower("escalation_number")) stored,
  constraint customer_success_escalations_pkey primary key (tenant_id, id)
);

create table customer_success_escalation_notes (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "escalation_id" uuid not null,
  "content" text not null,
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("content", 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  constraint customer_success_escalation_notes_pkey primary key (tenant_id, id)
);

create table integrations_webhooks (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "url" text not null,
  "events" text[] not null,
  "description" text,
  "active" boolean,
  "secret" text,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("url", 10000), '') || ' ' || coalesce(left(words_of("events"), 10000), '') || ' ' || coalesce(left("description", 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  constraint integrations_webhooks_pkey primary key (tenant_id, id)
);

create index sales_contacts_created_at_idx on sales_contacts using btree (tenant_id, created_at desc, id);

create index sales_contacts_name_idx on sales_contacts using btree (tenant_id, "name", id);

create index sales_contacts_account_id_idx on sales_contacts using btree (tenant_id, "account_id");

create index sales_contacts_reports_to_id_idx on sales_contacts using btree (tenant_id, "reports_to_id");

create index sales_contacts_status_id_idx on sales_contacts using btree (tenant_id, "status_id");

create index sales_contacts_status_idx on sales_contacts using btree (tenant_id, "status", id);

create index sales_contacts_lifecycle_stage_idx on sales_contacts using btree (tenant_id, "lifecycle_stage", id);

create index sales_contacts_owner_id_idx on sales_contacts using btree (tenant_id, "owner_id");

create index sales_contact_files_created_at_idx on sales_contact_files using btree (tenant_id, created_at desc, id);

create index sales_contact_files_contact_id_idx on sales_contact_files using btree (tenant_id, "contact_id");

create index sales_contact_files_owner_id_idx on sales_contact_files using btree (tenant_id, "owner_id");

create index sales_contact_notes_created_at_idx on sales_contact_notes using btree (tenant_id, created_at desc, id);

create index sales_contact_notes_contact_id_idx on sales_contact_notes using btree (tenant_id, "contact_id");

create index sales_contact_notes_owner_id_idx on sales_contact_notes using btree (tenant_id, "owner_id");

create index sales_contact_tasks_created_at_idx on sales_contact_tasks using btree (tenant_id, created_at desc, id);

create index sales_contact_tasks_contact_id_idx on sales_contact_tasks using btree (tenant_id, "contact_id");

create index sales_contact_tasks_due_date_idx on sales_contact_tasks using btree (tenant_id, "due_date", id);

create index sales_contact_tasks_assigned_user_id_idx on sales_contact_tasks using btree (tenant_id, "assigned_user_id");

create index sales_contact_tasks_owner_id_idx on sales_contact_tasks using btree (tenant_id, "owner_id");

create index sales_contact_statuses_created_at_idx on sales_contact_statuses using btree (tenant_id, created_at desc, id);

create unique index sales_contact_statuses_name_key on sales_contact_statuses using btree (tenant_id, lower("name"));

create index sales_student_histories_created_at_idx on sales_student_histories using btree (tenant_id, created_at desc, id);

create index sales_student_histories_contact_id_idx on sales_student_histories using btree (tenant_id, "contact_id");

create index sales_student_histories_organization_id_idx on sales_student_histories using btree (tenant_id, "organization_id");

create index sales_student_histories_status_idx on sales_student_histories using btree (tenant_id, "status", id);

create index sales_student_histories_owner_id_idx on sales_student_histories using btree (tenant_id, "owner_id");

create index sales_accounts_created_at_idx on sales_accounts using btree (tenant_id, created_at desc, id);

create index sales_accounts_name_idx on sales_accounts using btree (tenant_id, "name", id);

create index sales_accounts_domain_idx on sales_accounts using btree (tenant_id, "domain", id);

create index sales_accounts_industry_id_idx on sales_accounts using btree (tenant_id, "industry_id");

create index sales_accounts_type_id_idx on sales_accounts using btree (tenant_id, "type_id");

create index sales_accounts_source_id_idx on sales_accounts using btree (tenant_id, "source_id");

create index sales_accounts_status_id_idx on sales_accounts using btree (tenant_id, "status_id");

create index sales_accounts_status_idx on sales_accounts using btree (tenant_id, "status", id);

create index sales_accounts_parent_account_id_idx on sales_accounts using btree (tenant_id, "parent_account_id");

create index sales_accounts_organization_id_idx on sales_accounts using btree (tenant_id, "organization_id");

create index sales_accounts_region_id_idx on sales_accounts using btree (tenant_id, "region_id");

create index sales_accounts_sla_type_id_idx on sales_accounts using btree (tenant_id, "sla_type_id");

create index sales_accounts_owner_id_idx on sales_accounts using btree (tenant_id, "owner_id");

create index sales_account_files_created_at_idx on sales_account_files using btree (tenant_id, created_at desc, id);

create index sales_account_files_account_id_idx on sales_account_files using btree (tenant_id, "account_id");

create index sales_account_files_owner_id_idx on sales_account_files using btree (tenant_id, "owner_id");

create index sales_account_notes_created_at_idx on sales_account_notes using btree (tenant_id, created_at desc, id);

create index sales_account_notes_account_id_idx on sales_account_notes using btree (tenant_id, "account_id");

create index sales_account_notes_owner_id_idx on sales_account_notes using btree (tenant_id, "owner_id");

create index sales_account_tasks_created_at_idx on sales_account_tasks using btree (tenant_id, created_at desc, id);

create index sales_account_tasks_account_id_idx on sales_account_tasks using btree (tenant_id, "account_id");

create index sales_account_tasks_due_date_idx on sales_account_tasks using btree (tenant_id, "due_date", id);

create index sales_account_tasks_assigned_user_id_idx on sales_account_tasks using btree (tenant_id, "assigned_user_id");

create index sales_account_tasks_owner_id_idx on sales_account_tasks using btree (tenant_id, "owner_id");

create index sales_account_statuses_created_at_idx on sales_account_statuses using btree (tenant_id, created_at desc, id);

create unique index sales_account_statuses_name_key on sales_account_statuses using btree (tenant_id, lower("name"));

create index sales_account_types_created_at_idx on sales_account_types using btree (tenant_id, created_at desc, id);

create index sales_account_sources_created_at_idx on sales_account_sources using btree (tenant_id, created_at desc, id);

create index sales_account_ownerships_created_at_idx on sales_account_ownerships using btree (tenant_id, created_at desc, id);

create index sales_account_ownerships_account_id_idx on sales_account_ownerships using btree (tenant_id, "account_id");

create index sales_account_ownerships_user_id_idx on sales_account_ownerships using btree (tenant_id, "user_id");

create index sales_account_ownerships_team_id_idx on sales_account_ownerships using btree (tenant_id, "team_id");

create index sales_account_ownerships_owner_id_idx on sales_account_ownerships using btree (tenant_id, "owner_id");

create index sales_account_products_created_at_idx on sales_account_products using btree (tenant_id, created_at desc, id);

create index sales_account_products_account_id_idx on sales_account_products using btree (tenant_id, "account_id");

create index sales_account_products_product_id_idx on sales_account_products using btree (tenant_id, "product_id");

create index sales_account_products_order_id_idx on sales_account_products using btree (tenant_id, "order_id");

create index sales_account_products_renewal_date_idx on sales_account_products using btree (tenant_id, "renewal_date", id);

create index sales_account_products_owner_id_idx on sales_account_products using btree (tenant_id, "owner_id");

create index sales_leads_created_at_idx on sales_leads using btree (tenant_id, created_at desc, id);

create index sales_leads_name_idx on sales_leads using btree (tenant_id, "name", id);

create index sales_leads_industry_id_idx on sales_leads using btree (tenant_id, "industry_id");

create index sales_leads_region_id_idx on sales_leads using btree (tenant_id, "region_id");

create index sales_leads_status_id_idx on sales_leads using btree (tenant_id, "status_id");

create index sales_leads_status_idx on sales_leads using btree (tenant_id, "status", id);

create index sales_leads_source_id_idx on sales_leads using btree (tenant_id, "source_id");

create index sales_leads_campaign_id_idx on sales_leads using btree (tenant_id, "campaign_id");

create index sales_leads_sales_campaign_id_idx on sales_leads using btree (tenant_id, "sales_campaign_id");

create index sales_leads_converted_contact_id_idx on sales_leads using btree (tenant_id, "converted_contact_id");

create index sales_leads_converted_account_id_idx on sales_leads using btree (tenant_id, "converted_account_id");

create index sales_leads_converted_opportunity_id_idx on sales_leads using btree (tenant_id, "converted_opportunity_id");

create index sales_leads_owner_id_idx on sales_leads using btree (tenant_id, "owner_id");

create index sales_lead_files_created_at_idx on sales_lead_files using btree (tenant_id, created_at desc, id);

create index sales_lead_files_lead_id_idx on sales_lead_files using btree (tenant_id, "lead_id");

create index sales_lead_files_owner_id_idx on sales_lead_files using btree (tenant_id, "owner_id");

create index sales_lead_notes_created_at_idx on sales_lead_notes using btree (tenant_id, created_at desc, id);

create index sales_lead_notes_lead_id_idx on sales_lead_notes using btree (tenant_id, "lead_id");

create index sales_lead_notes_owner_id_idx on sales_lead_notes using btree (tenant_id, "owner_id");

create index sales_lead_tasks_created_at_idx on sales_lead_tasks using btree (tenant_id, created_at desc, id);

create index sales_lead_tasks_lead_id_idx on sales_lead_tasks using btree (tenant_id, "lead_id");

create index sales_lead_tasks_due_date_idx on sales_lead_tasks using btree (tenant_id, "due_date", id);

create index sales_lead_tasks_assigned_user_id_idx on sales_lead_tasks using btree (tenant_id, "assigned_user_id");

create index sales_lead_tasks_owner_id_idx on sales_lead_tasks using btree (tenant_id, "owner_id");

create index sales_lead_statuses_created_at_idx on sales_lead_statuses using btree (tenant_id, created_at desc, id);

create unique index sales_lead_statuses_name_key on sales_lead_statuses using btree (tenant_id, lower("name"));

create index sales_lead_sources_created_at_idx on sales_lead_sources using btree (tenant_id, created_at desc, id);

create index sales_opportunities_created_at_idx on sales_opportunities using btree (tenant_id, created_at desc, id);

create index sales_opportunities_account_id_idx on sales_opportunities using btree (tenant_id, "account_id");

create index sales_opportunities_contact_id_idx on sales_opportunities using btree (tenant_id, "contact_id");

create index sales_opportunities_close_date_idx on sales_opportunities using btree (tenant_id, "close_date", id);

create index sales_opportunities_status_id_idx on sales_opportunities using btree (tenant_id, "status_id");

create index sales_opportunities_lead_id_idx on sales_opportunities using btree (tenant_id, "lead_id");

create index sales_opportunities_campaign_id_idx on sales_opportunities using btree (tenant_id, "campaign_id");

create index sales_opportunities_sales_campaign_id_idx on sales_opportunities using btree (tenant_id, "sales_campaign_id");

create index sales_opportunities_region_id_idx on sales_opportunities using btree (tenant_id, "region_id");

create index sales_opportunities_owner_id_idx on sales_opportunities using btree (tenant_id, "owner_id");

create index sales_opportunity_files_created_at_idx on sales_opportunity_files using btree (tenant_id, created_at desc, id);

create index sales_opportunity_files_opportunity_id_idx on sales_opportunity_files using btree (tenant_id, "opportunity_id");

create index sales_opportunity_files_owner_id_idx on sales_opportunity_files using btree (tenant_id, "owner_id");

create index sales_opportunity_notes_created_at_idx on sales_opportunity_notes using btree (tenant_id, created_at desc, id);

create index sales_opportunity_notes_opportunity_id_idx on sales_opportunity_notes using btree (tenant_id, "opportunity_id");

create index sales_opportunity_notes_owner_id_idx on sales_opportunity_notes using btree (tenant_id, "owner_id");

create index sales_opportunity_tasks_created_at_idx on sales_opportunity_tasks using btree (tenant_id, created_at desc, id);

create index sales_opportunity_tasks_opportunity_id_idx on sales_opportunity_tasks using btree (tenant_id, "opportunity_id");

create index sales_opportunity_tasks_due_date_idx on sales_opportunity_tasks using btree (tenant_id, "due_date", id);

create index sales_opportunity_tasks_assigned_user_id_idx on sales_opportunity_tasks using btree (tenant_id, "assigned_user_id");

create index sales_opportunity_tasks_owner_id_idx on sales_opportunity_tasks using btree (tenant_id, "owner_id");

create index sales_opportunity_statuses_created_at_idx on sales_opportunity_statuses using btree (tenant_id, created_at desc, id);

create unique index sales_opportunity_statuses_name_key on sales_opportunity_statuses using btree (tenant_id, lower("name"));

create index sales_opportunity_products_created_at_idx on sales_opportunity_products using btree (tenant_id, created_at desc, id);

create index sales_opportunity_products_opportunity_id_idx on sales_opportunity_products using btree (tenant_id, "opportunity_id");

create index sales_opportunity_products_product_id_idx on sales_opportunity_products using btree (tenant_id, "product_id");

create index sales_opportunity_products_owner_id_idx on sales_opportunity_products using btree (tenant_id, "owner_id");

create index sales_quotes_created_at_idx on sales_quotes using btree (tenant_id, created_at desc, id);

create index sales_quotes_account_id_idx on sales_quotes using btree (tenant_id, "account_id");

create index sales_quotes_contact_id_idx on sales_quotes using btree (tenant_id, "contact_id");

create index sales_quotes_opportunity_id_idx on sales_quotes using btree (tenant_id, "opportunity_id");

create index sales_quotes_status_id_idx on sales_quotes using btree (tenant_id, "status_id");

create index sales_quotes_status_idx on sales_quotes using btree (tenant_id, "status", id);

create index sales_quotes_valid_until_idx on sales_quotes using btree (tenant_id, "valid_until", id);

create index sales_quotes_owner_id_idx on sales_quotes using btree (tenant_id, "owner_id");

create index sales_quote_files_created_at_idx on sales_quote_files using btree (tenant_id, created_at desc, id);

create index sales_quote_files_quote_id_idx on sales_quote_files using btree (tenant_id, "quote_id");

create index sales_quote_files_owner_id_idx on sales_quote_files using btree (tenant_id, "owner_id");

create index sales_quote_notes_created_at_idx on sales_quote_notes using btree (tenant_id, created_at desc, id);

create index sales_quote_notes_quote_id_idx on sales_quote_notes using btree (tenant_id, "quote_id");

create index sales_quote_notes_owner_id_idx on sales_quote_notes using btree (tenant_id, "owner_id");

create index sales_quote_tasks_created_at_idx on sales_quote_tasks using btree (tenant_id, created_at desc, id);

create index sales_quote_tasks_quote_id_idx on sales_quote_tasks using btree (tenant_id, "quote_id");

create index sales_quote_tasks_due_date_idx on sales_quote_tasks using btree (tenant_id, "due_date", id);

create index sales_quote_tasks_assigned_user_id_idx on sales_quote_tasks using btree (tenant_id, "assigned_user_id");

create index sales_quote_tasks_owner_id_idx on sales_quote_tasks using btree (tenant_id, "owner_id");

create index sales_quote_statuses_created_at_idx on sales_quote_statuses using btree (tenant_id, created_at desc, id);

create unique index sales_quote_statuses_name_key on sales_quote_statuses using btree (tenant_id, lower("name"));

create index sales_quote_products_created_at_idx on sales_quote_products using btree (tenant_id, created_at desc, id);

create index sales_quote_products_quote_id_idx on sales_quote_products using btree (tenant_id, "quote_id");

create index sales_quote_products_product_id_idx on sales_quote_products using btree (tenant_id, "product_id");

create index sales_quote_products_owner_id_idx on sales_quote_products using btree (tenant_id, "owner_id");

create index sales_orders_created_at_idx on sales_orders using btree (tenant_id, created_at desc, id);

create index sales_orders_account_id_idx on sales_orders using btree (tenant_id, "account_id");

create index sales_orders_contact_id_idx on sales_orders using btree (tenant_id, "contact_id");

create index sales_orders_opportunity_id_idx on sales_orders using btree (tenant_id, "opportunity_id");

create index sales_orders_quote_id_idx on sales_orders using btree (tenant_id, "quote_id");

create index sales_orders_status_id_idx on sales_orders using btree (tenant_id, "status_id");

create index sales_orders_status_idx on sales_orders using btree (tenant_id, "status", id);

create index sales_orders_order_date_idx on sales_orders using btree (tenant_id, "order_date", id);

create index sales_orders_owner_id_idx on sales_orders using btree (tenant_id, "owner_id");

create index sales_order_files_created_at_idx on sales_order_files using btree (tenant_id, created_at desc, id);

create index sales_order_files_order_id_idx on sales_order_files using btree (tenant_id, "order_id");

create index sales_order_files_owner_id_idx on sales_order_files using btree (tenant_id, "owner_id");

create index sales_order_notes_created_at_idx on sales_order_notes using btree (tenant_id, created_at desc, id);

create index sales_order_notes_order_id_idx on sales_order_notes using btree (tenant_id, "order_id");

create index sales_order_notes_owner_id_idx on sales_order_notes using btree (tenant_id, "owner_id");

create index sales_order_tasks_created_at_idx on sales_order_tasks using btree (tenant_id, created_at desc, id);

create index sales_order_tasks_order_id_idx on sales_order_tasks using btree (tenant_id, "order_id");

create index sales_order_tasks_due_date_idx on sales_order_tasks using btree (tenant_id, "due_date", id);

create index sales_order_tasks_assigned_user_id_idx on sales_order_tasks using btree (tenant_id, "assigned_user_id");

create index sales_order_tasks_owner_id_idx on sales_order_tasks using btree (tenant_id, "owner_id");

create index sales_order_statuses_created_at_idx on sales_order_statuses using btree (tenant_id, created_at desc, id);

create unique index sales_order_statuses_name_key on sales_order_statuses using btree (tenant_id, lower("name"));

create index sales_order_products_created_at_idx on sales_order_products using btree (tenant_id, created_at desc, id);

create index sales_order_products_order_id_idx on sales_order_products using btree (tenant_id, "order_id");

create index sales_order_products_product_id_idx on sales_order_products using btree (tenant_id, "product_id");

create index sales_order_products_owner_id_idx on sales_order_products using btree (tenant_id, "owner_id");

create index sales_products_created_at_idx on sales_products using btree (tenant_id, created_at desc, id);

create index sales_products_name_idx on sales_products using btree (tenant_id, "name", id);

create index sales_products_category_idx on sales_products using btree (tenant_id, "category", id);

create index sales_products_supplier_account_id_idx on sales_products using btree (tenant_id, "supplier_account_id");

create index sales_products_status_id_idx on sales_products using btree (tenant_id, "status_id");

create index sales_products_status_idx on sales_products using btree (tenant_id, "status", id);

create index sales_products_owner_id_idx on sales_products using btree (tenant_id, "owner_id");

create index sales_product_files_created_at_idx on sales_product_files using btree (tenant_id, created_at desc, id);

create index sales_product_files_product_id_idx on sales_product_files using btree (tenant_id, "product_id");

create index sales_product_files_owner_id_idx on sales_product_files using btree (tenant_id, "owner_id");

create index sales_product_notes_created_at_idx on sales_product_notes using btree (tenant_id, created_at desc, id);

create index sales_product_notes_product_id_idx on sales_product_notes using btree (tenant_id, "product_id");

create index sales_product_notes_owner_id_idx on sales_product_notes using btree (tenant_id, "owner_id");

create index sales_product_tasks_created_at_idx on sales_product_tasks using btree (tenant_id, created_at desc, id);

create index sales_product_tasks_product_id_idx on sales_product_tasks using btree (tenant_id, "product_id");

create index sales_product_tasks_due_date_idx on sales_product_tasks using btree (tenant_id, "due_date", id);

create index sales_product_tasks_assigned_user_id_idx on sales_product_tasks using btree (tenant_id, "assigned_user_id");

create index sales_product_tasks_owner_id_idx on sales_product_tasks using btree (tenant_id, "owner_id");

create index sales_product_statuses_created_at_idx on sales_product_statuses using btree (tenant_id, created_at desc, id);

create unique index sales_product_statuses_name_key on sales_product_statuses using btree (tenant_id, lower("name"));

create index sales_organizations_created_at_idx on sales_organizations using btree (tenant_id, created_at desc, id);

create index sales_organizations_name_idx on sales_organizations using btree (tenant_id, "name", id);

create index sales_organizations_domain_idx on sales_organizations using btree (tenant_id, "domain", id);

create index sales_organizations_type_id_idx on sales_organizations using btree (tenant_id, "type_id");

create index sales_organizations_industry_id_idx on sales_organizations using btree (tenant_id, "industry_id");

create index sales_organizations_region_id_idx on sales_organizations using btree (tenant_id, "region_id");

create index sales_organizations_account_id_idx on sales_organizations using btree (tenant_id, "account_id");

create index sales_organizations_parent_organization_id_idx on sales_organizations using btree (tenant_id, "parent_organization_id");

create index sales_organizations_external_id_idx on sales_organizations using btree (tenant_id, "external_id", id);

create index sales_organizations_owner_id_idx on sales_organizations using btree (tenant_id, "owner_id");

create index sales_organization_types_created_at_idx on sales_organization_types using btree (tenant_id, created_at desc, id);

create index sales_organization_board_meetings_created_at_idx on sales_organization_board_meetings using btree (tenant_id, created_at desc, id);

create index sales_organization_board_meetings_organization_id_idx on sales_organization_board_meetings using btree (tenant_id, "organization_id");

create index sales_organization_board_meetings_starts_at_idx on sales_organization_board_meetings using btree (tenant_id, "starts_at", id);

create index sales_organization_board_meetings_owner_id_idx on sales_organization_board_meetings using btree (tenant_id, "owner_id");

create index sales_organization_contacts_created_at_idx on sales_organization_contacts using btree (tenant_id, created_at desc, id);

create index sales_organization_contacts_organization_id_idx on sales_organization_contacts using btree (tenant_id, "organization_id");

create index sales_organization_contacts_contact_id_idx on sales_organization_contacts using btree (tenant_id, "contact_id");

create index sales_organization_contacts_name_idx on sales_organization_contacts using btree (tenant_id, "name", id);

create index sales_organization_contacts_owner_id_idx on sales_organization_contacts using btree (tenant_id, "owner_id");

create index sales_organization_news_created_at_idx on sales_organization_news using btree (tenant_id, created_at desc, id);

create index sales_organization_news_organization_id_idx on sales_organization_news using btree (tenant_id, "organization_id");

create index sales_organization_news_published_at_idx on sales_organization_news using btree (tenant_id, "published_at", id);

create index sales_organization_news_owner_id_idx on sales_organization_news using btree (tenant_id, "owner_id");

create index sales_insights_created_at_idx on sales_insights using btree (tenant_id, created_at desc, id);

create index sales_insights_status_idx on sales_insights using btree (tenant_id, "status", id);

create index sales_insights_account_id_idx on sales_insights using btree (tenant_id, "account_id");

create index sales_insights_contact_id_idx on sales_insights using btree (tenant_id, "contact_id");

create index sales_insights_opportunity_id_idx on sales_insights using btree (tenant_id, "opportunity_id");

create index sales_insights_organization_id_idx on sales_insights using btree (tenant_id, "organization_id");

create index sales_insights_product_id_idx on sales_insights using btree (tenant_id, "product_id");

create index sales_insights_region_id_idx on sales_insights using btree (tenant_id, "region_id");

create index sales_insights_detected_at_idx on sales_insights using btree (tenant_id, "detected_at", id);

create index sales_insights_owner_id_idx on sales_insights using btree (tenant_id, "owner_id");

create index sales_insight_files_created_at_idx on sales_insight_files using btree (tenant_id, created_at desc, id);

create index sales_insight_files_insight_id_idx on sales_insight_files using btree (tenant_id, "insight_id");

create index sales_insight_files_owner_id_idx on sales_insight_files using btree (tenant_id, "owner_id");

create index sales_insight_notes_created_at_idx on sales_insight_notes using btree (tenant_id, created_at desc, id);

create index sales_insight_notes_insight_id_idx on sales_insight_notes using btree (tenant_id, "insight_id");

create index sales_insight_notes_owner_id_idx on sales_insight_notes using btree (tenant_id, "owner_id");

create index sales_insight_tasks_created_at_idx on sales_insight_tasks using btree (tenant_id, created_at desc, id);

create index sales_insight_tasks_insight_id_idx on sales_insight_tasks using btree (tenant_id, "insight_id");

create index sales_insight_tasks_due_date_idx on sales_insight_tasks using btree (tenant_id, "due_date", id);

create index sales_insight_tasks_assigned_user_id_idx on sales_insight_tasks using btree (tenant_id, "assigned_user_id");

create index sales_insight_tasks_owner_id_idx on sales_insight_tasks using btree (tenant_id, "owner_id");

create index sales_insight_filters_created_at_idx on sales_insight_filters using btree (tenant_id, created_at desc, id);

create index sales_insight_filters_insight_id_idx on sales_insight_filters using btree (tenant_id, "insight_id");

create index sales_insight_filters_owner_id_idx on sales_insight_filters using btree (tenant_id, "owner_id");

create index sales_insight_filter_files_created_at_idx on sales_insight_filter_files using btree (tenant_id, created_at desc, id);

create index sales_insight_filter_files_insight_filter_id_idx on sales_insight_filter_files using btree (tenant_id, "insight_filter_id");

create index sales_insight_filter_files_owner_id_idx on sales_insight_filter_files using btree (tenant_id, "owner_id");

create index sales_insight_filter_notes_created_at_idx on sales_insight_filter_notes using btree (tenant_id, created_at desc, id);

create index sales_insight_filter_notes_insight_filter_id_idx on sales_insight_filter_notes using btree (tenant_id, "insight_filter_id");

create index sales_insight_filter_notes_owner_id_idx on sales_insight_filter_notes using btree (tenant_id, "owner_id");

create index sales_insight_filter_tasks_created_at_idx on sales_insight_filter_tasks using btree (tenant_id, created_at desc, id);

create index sales_insight_filter_tasks_insight_filter_id_idx on sales_insight_filter_tasks using btree (tenant_id, "insight_filter_id");

create index sales_insight_filter_tasks_due_date_idx on sales_insight_filter_tasks using btree (tenant_id, "due_date", id);

create index sales_insight_filter_tasks_assigned_user_id_idx on sales_insight_filter_tasks using btree (tenant_id, "assigned_user_id");

create index sales_insight_filter_tasks_owner_id_idx on sales_insight_filter_tasks using btree (tenant_id, "owner_id");

create index sales_campaigns_created_at_idx on sales_campaigns using btree (tenant_id, created_at desc, id);

create index sales_campaigns_status_idx on sales_campaigns using btree (tenant_id, "status", id);

create index sales_campaigns_marketing_campaign_id_idx on sales_campaigns using btree (tenant_id, "marketing_campaign_id");

create index sales_campaigns_parent_campaign_id_idx on sales_campaigns using btree (tenant_id, "parent_campaign_id");

create index sales_campaigns_region_id_idx on sales_campaigns using btree (tenant_id, "region_id");

create index sales_campaigns_industry_id_idx on sales_campaigns using btree (tenant_id, "industry_id");

create index sales_campaigns_product_id_idx on sales_campaigns using btree (tenant_id, "product_id");

create index sales_campaigns_start_date_idx on sales_campaigns using btree (tenant_id, "start_date", id);

create index sales_campaigns_owner_id_idx on sales_campaigns using btree (tenant_id, "owner_id");

create index sales_tasks_created_at_idx on sales_tasks using btree (tenant_id, created_at desc, id);

create index sales_tasks_due_date_idx on sales_tasks using btree (tenant_id, "due_date", id);

create index sales_tasks_assigned_user_id_idx on sales_tasks using btree (tenant_id, "assigned_user_id");

create index sales_tasks_contact_id_idx on sales_tasks using btree (tenant_id, "contact_id");

create index sales_tasks_account_id_idx on sales_tasks using btree (tenant_id, "account_id");

create index sales_tasks_lead_id_idx on sales_tasks using btree (tenant_id, "lead_id");

create index sales_tasks_opportunity_id_idx on sales_tasks using btree (tenant_id, "opportunity_id");

create index sales_tasks_quote_id_idx on sales_tasks using btree (tenant_id, "quote_id");

create index sales_tasks_order_id_idx on sales_tasks using btree (tenant_id, "order_id");

create index sales_tasks_product_id_idx on sales_tasks using btree (tenant_id, "product_id");

create index sales_tasks_organization_id_idx on sales_tasks using btree (tenant_id, "organization_id");

create index sales_tasks_owner_id_idx on sales_tasks using btree (tenant_id, "owner_id");

create index sales_notes_created_at_idx on sales_notes using btree (tenant_id, created_at desc, id);

create index sales_notes_contact_id_idx on sales_notes using btree (tenant_id, "contact_id");

create index sales_notes_account_id_idx on sales_notes using btree (tenant_id, "account_id");

create index sales_notes_lead_id_idx on sales_notes using btree (tenant_id, "lead_id");

create index sales_notes_opportunity_id_idx on sales_notes using btree (tenant_id, "opportunity_id");

create index sales_notes_quote_id_idx on sales_notes using btree (tenant_id, "quote_id");

create index sales_notes_order_id_idx on sales_notes using btree (tenant_id, "order_id");

create index sales_notes_product_id_idx on sales_notes using btree (tenant_id, "product_id");

create index sales_notes_organization_id_idx on sales_notes using btree (tenant_id, "organization_id");

create index sales_notes_owner_id_idx on sales_notes using btree (tenant_id, "owner_id");

create index sales_files_created_at_idx on sales_files using btree (tenant_id, created_at desc, id);

create index sales_files_contact_id_idx on sales_files using btree (tenant_id, "contact_id");

create index sales_files_account_id_idx on sales_files using btree (tenant_id, "account_id");

create index sales_files_lead_id_idx on sales_files using btree (tenant_id, "lead_id");

create index sales_files_opportunity_id_idx on sales_files using btree (tenant_id, "opportunity_id");

create index sales_files_quote_id_idx on sales_files using btree (tenant_id, "quote_id");

create index sales_files_order_id_idx on sales_files using btree (tenant_id, "order_id");

create index sales_files_product_id_idx on sales_files using btree (tenant_id, "product_id");

create index sales_files_organization_id_idx on sales_files using btree (tenant_id, "organization_id");

create index sales_files_owner_id_idx on sales_files using btree (tenant_id, "owner_id");

create index sales_regions_created_at_idx on sales_regions using btree (tenant_id, created_at desc, id);

create index sales_regions_parent_region_id_idx on sales_regions using btree (tenant_id, "parent_region_id");

create index sales_regions_manager_id_idx on sales_regions using btree (tenant_id, "manager_id");

create index sales_industries_created_at_idx on sales_industries using btree (tenant_id, created_at desc, id);

create index sales_industries_parent_industry_id_idx on sales_industries using btree (tenant_id, "parent_industry_id");

create index sales_sales_targets_created_at_idx on sales_sales_targets using btree (tenant_id, created_at desc, id);

create index sales_sales_targets_user_id_idx on sales_sales_targets using btree (tenant_id, "user_id");

create index sales_sales_targets_team_id_idx on sales_sales_targets using btree (tenant_id, "team_id");

create index sales_sales_targets_region_id_idx on sales_sales_targets using btree (tenant_id, "region_id");

create index sales_sales_targets_product_id_idx on sales_sales_targets using btree (tenant_id, "product_id");

create index sales_sales_targets_start_date_idx on sales_sales_targets using btree (tenant_id, "start_date", id);

create index sales_sales_targets_status_idx on sales_sales_targets using btree (tenant_id, "status", id);

create index sales_sales_targets_owner_id_idx on sales_sales_targets using btree (tenant_id, "owner_id");

create index sales_sla_types_created_at_idx on sales_sla_types using btree (tenant_id, created_at desc, id);

create index sales_business_listing_profiles_created_at_idx on sales_business_listing_profiles using btree (tenant_id, created_at desc, id);

create index sales_business_listing_profiles_external_id_idx on sales_business_listing_profiles using btree (tenant_id, "external_id", id);

create index sales_business_listing_profiles_account_id_idx on sales_business_listing_profiles using btree (tenant_id, "account_id");

create index sales_business_listing_profiles_organization_id_idx on sales_business_listing_profiles using btree (tenant_id, "organization_id");

create index sales_business_listing_profiles_lead_id_idx on sales_business_listing_profiles using btree (tenant_id, "lead_id");

create index sales_business_listing_profiles_owner_id_idx on sales_business_listing_profiles using btree (tenant_id, "owner_id");

create index sales_professional_network_profiles_created_at_idx on sales_professional_network_profiles using btree (tenant_id, created_at desc, id);

create index sales_professional_network_profiles_external_id_idx on sales_professional_network_profiles using btree (tenant_id, "external_id", id);

create index sales_professional_network_profiles_contact_id_idx on sales_professional_network_profiles using btree (tenant_id, "contact_id");

create index sales_professional_network_profiles_lead_id_idx on sales_professional_network_profiles using btree (tenant_id, "lead_id");

create index sales_professional_network_profiles_account_id_idx on sales_professional_network_profiles using btree (tenant_id, "account_id");

create index sales_professional_network_profiles_organization_id_idx on sales_professional_network_profiles using btree (tenant_id, "organization_id");

create index sales_professional_network_profiles_owner_id_idx on sales_professional_network_profiles using btree (tenant_id, "owner_id");

create index marketing_campaigns_created_at_idx on marketing_campaigns using btree (tenant_id, created_at desc, id);

create index marketing_campaigns_name_idx on marketing_campaigns using btree (tenant_id, "name", id);

create index marketing_campaigns_channel_idx on marketing_campaigns using btree (tenant_id, "channel", id);

create index marketing_campaigns_status_id_idx on marketing_campaigns using btree (tenant_id, "status_id");

create index marketing_campaigns_status_idx on marketing_campaigns using btree (tenant_id, "status", id);

create index marketing_campaigns_start_date_idx on marketing_campaigns using btree (tenant_id, "start_date", id);

create index marketing_campaigns_parent_campaign_id_idx on marketing_campaigns using btree (tenant_id, "parent_campaign_id");

create index marketing_campaigns_owner_id_idx on marketing_campaigns using btree (tenant_id, "owner_id");

create index marketing_campaign_statuses_created_at_idx on marketing_campaign_statuses using btree (tenant_id, created_at desc, id);

create unique index marketing_campaign_statuses_name_key on marketing_campaign_statuses using btree (tenant_id, lower("name"));

create index marketing_campaign_stakeholder_users_created_at_idx on marketing_campaign_stakeholder_users using btree (tenant_id, created_at desc, id);

create index marketing_campaign_stakeholder_users_campaign_id_idx on marketing_campaign_stakeholder_users using btree (tenant_id, "campaign_id");

create index marketing_campaign_stakeholder_users_user_id_idx on marketing_campaign_stakeholder_users using btree (tenant_id, "user_id");

create index marketing_campaign_stakeholder_users_owner_id_idx on marketing_campaign_stakeholder_users using btree (tenant_id, "owner_id");

create index marketing_campaign_channel_ads_created_at_idx on marketing_campaign_channel_ads using btree (tenant_id, created_at desc, id);

create index marketing_campaign_channel_ads_campaign_id_idx on marketing_campaign_channel_ads using btree (tenant_id, "campaign_id");

create index marketing_campaign_channel_ads_status_idx on marketing_campaign_channel_ads using btree (tenant_id, "status", id);

create index marketing_campaign_channel_ads_scheduled_at_idx on marketing_campaign_channel_ads using btree (tenant_id, "scheduled_at", id);

create index marketing_campaign_channel_ads_platform_idx on marketing_campaign_channel_ads using btree (tenant_id, "platform", id);

create index marketing_campaign_channel_ads_external_id_idx on marketing_campaign_channel_ads using btree (tenant_id, "external_id", id);

create index marketing_campaign_channel_ads_owner_id_idx on marketing_campaign_channel_ads using btree (tenant_id, "owner_id");

create index marketing_campaign_channel_ads_files_created_at_idx on marketing_campaign_channel_ads_files using btree (tenant_id, created_at desc, id);

create index marketing_campaign_channel_ads_files_campaign_channel_ad_id_idx on marketing_campaign_channel_ads_files using btree (tenant_id, "campaign_channel_ad_id");

create index marketing_campaign_channel_ads_files_owner_id_idx on marketing_campaign_channel_ads_files using btree (tenant_id, "owner_id");

create index marketing_campaign_channel_ads_notes_created_at_idx on marketing_campaign_channel_ads_notes using btree (tenant_id, created_at desc, id);

create index marketing_campaign_channel_ads_notes_campaign_channel_ad_id_idx on marketing_campaign_channel_ads_notes using btree (tenant_id, "campaign_channel_ad_id");

create index marketing_campaign_channel_ads_notes_owner_id_idx on marketing_campaign_channel_ads_notes using btree (tenant_id, "owner_id");

create index marketing_campaign_channel_ads_tasks_created_at_idx on marketing_campaign_channel_ads_tasks using btree (tenant_id, created_at desc, id);

create index marketing_campaign_channel_ads_tasks_campaign_channel_ad_id_idx on marketing_campaign_channel_ads_tasks using btree (tenant_id, "campaign_channel_ad_id");

create index marketing_campaign_channel_ads_tasks_due_date_idx on marketing_campaign_channel_ads_tasks using btree (tenant_id, "due_date", id);

create index marketing_campaign_channel_ads_tasks_assigned_user_id_idx on marketing_campaign_channel_ads_tasks using btree (tenant_id, "assigned_user_id");

create index marketing_campaign_channel_ads_tasks_owner_id_idx on marketing_campaign_channel_ads_tasks using btree (tenant_id, "owner_id");

create index marketing_campaign_channel_emails_created_at_idx on marketing_campaign_channel_emails using btree (tenant_id, created_at desc, id);

create index marketing_campaign_channel_emails_campaign_id_idx on marketing_campaign_channel_emails using btree (tenant_id, "campaign_id");

create index marketing_campaign_channel_emails_status_idx on marketing_campaign_channel_emails using btree (tenant_id, "status", id);

create index marketing_campaign_channel_emails_scheduled_at_idx on marketing_campaign_channel_emails using btree (tenant_id, "scheduled_at", id);

create index marketing_campaign_channel_emails_template_id_idx on marketing_campaign_channel_emails using btree (tenant_id, "template_id");

create index marketing_campaign_channel_emails_email_list_id_idx on marketing_campaign_channel_emails using btree (tenant_id, "email_list_id");

create index marketing_campaign_channel_emails_sent_at_idx on marketing_campaign_channel_emails using btree (tenant_id, "sent_at", id);

create index marketing_campaign_channel_emails_owner_id_idx on marketing_campaign_channel_emails using btree (tenant_id, "owner_id");

create index marketing_campaign_channel_email_files_created_at_idx on marketing_campaign_channel_email_files using btree (tenant_id, created_at desc, id);

create index marketing_campaign_channel_email_files_campaign_ch_93f1c6c4_idx on marketing_campaign_channel_email_files using btree (tenant_id, "campaign_channel_email_id");

create index marketing_campaign_channel_email_files_owner_id_idx on marketing_campaign_channel_email_files using btree (tenant_id, "owner_id");

create index marketing_campaign_channel_email_notes_created_at_idx on marketing_campaign_channel_email_notes using btree (tenant_id, created_at desc, id);

create index marketing_campaign_channel_email_notes_campaign_ch_d4414777_idx on marketing_campaign_channel_email_notes using btree (tenant_id, "campaign_channel_email_id");

create index marketing_campaign_channel_email_notes_owner_id_idx on marketing_campaign_channel_email_notes using btree (tenant_id, "owner_id");

create index marketing_campaign_channel_email_tasks_created_at_idx on marketing_campaign_channel_email_tasks using btree (tenant_id, created_at desc, id);

create index marketing_campaign_channel_email_tasks_campaign_ch_1e3ed1be_idx on marketing_campaign_channel_email_tasks using btree (tenant_id, "campaign_channel_email_id");

create index marketing_campaign_channel_email_tasks_due_date_idx on marketing_campaign_channel_email_tasks using btree (tenant_id, "due_date", id);

create index marketing_campaign_channel_email_tasks_assigned_user_id_idx on marketing_campaign_channel_email_tasks using btree (tenant_id, "assigned_user_id");

create index marketing_campaign_channel_email_tasks_owner_id_idx on marketing_campaign_channel_email_tasks using btree (tenant_id, "owner_id");

create index marketing_campaign_channel_ppc_created_at_idx on marketing_campaign_channel_ppc using btree (tenant_id, created_at desc, id);

create index marketing_campaign_channel_ppc_campaign_id_idx on marketing_campaign_channel_ppc using btree (tenant_id, "campaign_id");

create index marketing_campaign_channel_ppc_status_idx on marketing_campaign_channel_ppc using btree (tenant_id, "status", id);

create index marketing_campaign_channel_ppc_scheduled_at_idx on marketing_campaign_channel_ppc using btree (tenant_id, "scheduled_at", id);

create index marketing_campaign_channel_ppc_platform_idx on marketing_campaign_channel_ppc using btree (tenant_id, "platform", id);

create index marketing_campaign_channel_ppc_external_id_idx on marketing_campaign_channel_ppc using btree (tenant_id, "external_id", id);

create index marketing_campaign_channel_ppc_owner_id_idx on marketing_campaign_channel_ppc using btree (tenant_id, "owner_id");

create index marketing_campaign_channel_ppc_files_created_at_idx on marketing_campaign_channel_ppc_files using btree (tenant_id, created_at desc, id);

create index marketing_campaign_channel_ppc_files_campaign_chan_ca619b5b_idx on marketing_campaign_channel_ppc_files using btree (tenant_id, "campaign_channel_ppc_id");

create index marketing_campaign_channel_ppc_files_owner_id_idx on marketing_campaign_channel_ppc_files using btree (tenant_id, "owner_id");

create index marketing_campaign_channel_ppc_notes_created_at_idx on marketing_campaign_channel_ppc_notes using btree (tenant_id, created_at desc, id);

create index marketing_campaign_channel_ppc_notes_campaign_chan_f1858573_idx on marketing_campaign_channel_ppc_notes using btree (tenant_id, "campaign_channel_ppc_id");

create index marketing_campaign_channel_ppc_notes_owner_id_idx on marketing_campaign_channel_ppc_notes using btree (tenant_id, "owner_id");

create index marketing_campaign_channel_ppc_tasks_created_at_idx on marketing_campaign_channel_ppc_tasks using btree (tenant_id, created_at desc, id);

create index marketing_campaign_channel_ppc_tasks_campaign_chan_916cfe46_idx on marketing_campaign_channel_ppc_tasks using btree (tenant_id, "campaign_channel_ppc_id");

create index marketing_campaign_channel_ppc_tasks_due_date_idx on marketing_campaign_channel_ppc_tasks using btree (tenant_id, "due_date", id);

create index marketing_campaign_channel_ppc_tasks_assigned_user_id_idx on marketing_campaign_channel_ppc_tasks using btree (tenant_id, "assigned_user_id");

create index marketing_campaign_channel_ppc_tasks_owner_id_idx on marketing_campaign_channel_ppc_tasks using btree (tenant_id, "owner_id");

create index marketing_campaign_channel_sms_created_at_idx on marketing_campaign_channel_sms using btree (tenant_id, created_at desc, id);

create index marketing_campaign_channel_sms_campaign_id_idx on marketing_campaign_channel_sms using btree (tenant_id, "campaign_id");

create index marketing_campaign_channel_sms_status_idx on marketing_campaign_channel_sms using btree (tenant_id, "status", id);

create index marketing_campaign_channel_sms_scheduled_at_idx on marketing_campaign_channel_sms using btree (tenant_id, "scheduled_at", id);

create index marketing_campaign_channel_sms_sent_at_idx on marketing_campaign_channel_sms using btree (tenant_id, "sent_at", id);

create index marketing_campaign_channel_sms_owner_id_idx on marketing_campaign_channel_sms using btree (tenant_id, "owner_id");

create index marketing_campaign_channel_sms_files_created_at_idx on marketing_campaign_channel_sms_files using btree (tenant_id, created_at desc, id);

create index marketing_campaign_channel_sms_files_campaign_chan_532f599c_idx on marketing_campaign_channel_sms_files using btree (tenant_id, "campaign_channel_sms_id");

create index marketing_campaign_channel_sms_files_owner_id_idx on marketing_campaign_channel_sms_files using btree (tenant_id, "owner_id");

create index marketing_campaign_channel_sms_notes_created_at_idx on marketing_campaign_channel_sms_notes using btree (tenant_id, created_at desc, id);

create index marketing_campaign_channel_sms_notes_campaign_chan_a755ab2e_idx on marketing_campaign_channel_sms_notes using btree (tenant_id, "campaign_channel_sms_id");

create index marketing_campaign_channel_sms_notes_owner_id_idx on marketing_campaign_channel_sms_notes using btree (tenant_id, "owner_id");

create index marketing_campaign_channel_sms_tasks_created_at_idx on marketing_campaign_channel_sms_tasks using btree (tenant_id, created_at desc, id);

create index marketing_campaign_channel_sms_tasks_campaign_chan_c4e4e9f6_idx on marketing_campaign_channel_sms_tasks using btree (tenant_id, "campaign_channel_sms_id");

create index marketing_campaign_channel_sms_tasks_due_date_idx on marketing_campaign_channel_sms_tasks using btree (tenant_id, "due_date", id);

create index marketing_campaign_channel_sms_tasks_assigned_user_id_idx on marketing_campaign_channel_sms_tasks using btree (tenant_id, "assigned_user_id");

create index marketing_campaign_channel_sms_tasks_owner_id_idx on marketing_campaign_channel_sms_tasks using btree (tenant_id, "owner_id");

create index marketing_campaign_channel_social_created_at_idx on marketing_campaign_channel_social using btree (tenant_id, created_at desc, id);

create index marketing_campaign_channel_social_campaign_id_idx on marketing_campaign_channel_social using btree (tenant_id, "campaign_id");

create index marketing_campaign_channel_social_status_idx on marketing_campaign_channel_social using btree (tenant_id, "status", id);

create index marketing_campaign_channel_social_scheduled_at_idx on marketing_campaign_channel_social using btree (tenant_id, "scheduled_at", id);

create index marketing_campaign_channel_social_platform_idx on marketing_campaign_channel_social using btree (tenant_id, "platform", id);

create index marketing_campaign_channel_social_published_at_idx on marketing_campaign_channel_social using btree (tenant_id, "published_at", id);

create index marketing_campaign_channel_social_owner_id_idx on marketing_campaign_channel_social using btree (tenant_id, "owner_id");

create index marketing_campaign_channel_social_files_created_at_idx on marketing_campaign_channel_social_files using btree (tenant_id, created_at desc, id);

create index marketing_campaign_channel_social_files_campaign_c_5dcc2ab6_idx on marketing_campaign_channel_social_files using btree (tenant_id, "campaign_channel_social_id");

create index marketing_campaign_channel_social_files_owner_id_idx on marketing_campaign_channel_social_files using btree (tenant_id, "owner_id");

create index marketing_campaign_channel_social_notes_created_at_idx on marketing_campaign_channel_social_notes using btree (tenant_id, created_at desc, id);

create index marketing_campaign_channel_social_notes_campaign_c_7421968c_idx on marketing_campaign_channel_social_notes using btree (tenant_id, "campaign_channel_social_id");

create index marketing_campaign_channel_social_notes_owner_id_idx on marketing_campaign_channel_social_notes using btree (tenant_id, "owner_id");

create index marketing_campaign_channel_social_tasks_created_at_idx on marketing_campaign_channel_social_tasks using btree (tenant_id, created_at desc, id);

create index marketing_campaign_channel_social_tasks_campaign_c_646c933a_idx on marketing_campaign_channel_social_tasks using btree (tenant_id, "campaign_channel_social_id");

create index marketing_campaign_channel_social_tasks_due_date_idx on marketing_campaign_channel_social_tasks using btree (tenant_id, "due_date", id);

create index marketing_campaign_channel_social_tasks_assigned_user_id_idx on marketing_campaign_channel_social_tasks using btree (tenant_id, "assigned_user_id");

create index marketing_campaign_channel_social_tasks_owner_id_idx on marketing_campaign_channel_social_tasks using btree (tenant_id, "owner_id");

create index marketing_campaign_channel_web_content_created_at_idx on marketing_campaign_channel_web_content using btree (tenant_id, created_at desc, id);

create index marketing_campaign_channel_web_content_campaign_id_idx on marketing_campaign_channel_web_content using btree (tenant_id, "campaign_id");

create index marketing_campaign_channel_web_content_status_idx on marketing_campaign_channel_web_content using btree (tenant_id, "status", id);

create index marketing_campaign_channel_web_content_scheduled_at_idx on marketing_campaign_channel_web_content using btree (tenant_id, "scheduled_at", id);

create index marketing_campaign_channel_web_content_type_idx on marketing_campaign_channel_web_content using btree (tenant_id, "type", id);

create index marketing_campaign_channel_web_content_website_id_idx on marketing_campaign_channel_web_content using btree (tenant_id, "website_id");

create index marketing_campaign_channel_web_content_web_page_id_idx on marketing_campaign_channel_web_content using btree (tenant_id, "web_page_id");

create index marketing_campaign_channel_web_content_author_user_id_idx on marketing_campaign_channel_web_content using btree (tenant_id, "author_user_id");

create index marketing_campaign_channel_web_content_published_at_idx on marketing_campaign_channel_web_content using btree (tenant_id, "published_at", id);

create index marketing_campaign_channel_web_content_owner_id_idx on marketing_campaign_channel_web_content using btree (tenant_id, "owner_id");

create index marketing_campaign_channel_web_content_files_created_at_idx on marketing_campaign_channel_web_content_files using btree (tenant_id, created_at desc, id);

create index marketing_campaign_channel_web_content_files_campa_836fb23a_idx on marketing_campaign_channel_web_content_files using btree (tenant_id, "campaign_channel_web_content_id");

create index marketing_campaign_channel_web_content_files_owner_id_idx on marketing_campaign_channel_web_content_files using btree (tenant_id, "owner_id");

create index marketing_campaign_channel_web_content_notes_created_at_idx on marketing_campaign_channel_web_content_notes using btree (tenant_id, created_at desc, id);

create index marketing_campaign_channel_web_content_notes_campa_154f6cf4_idx on marketing_campaign_channel_web_content_notes using btree (tenant_id, "campaign_channel_web_content_id");

create index marketing_campaign_channel_web_content_notes_owner_id_idx on marketing_campaign_channel_web_content_notes using btree (tenant_id, "owner_id");

create index marketing_campaign_channel_web_content_tasks_created_at_idx on marketing_campaign_channel_web_content_tasks using btree (tenant_id, created_at desc, id);

create index marketing_campaign_channel_web_content_tasks_campa_989ae9ed_idx on marketing_campaign_channel_web_content_tasks using btree (tenant_id, "campaign_channel_web_content_id");

create index marketing_campaign_channel_web_content_tasks_due_date_idx on marketing_campaign_channel_web_content_tasks using btree (tenant_id, "due_date", id);

create index marketing_campaign_channel_web_content_tasks_assig_34ab4ca1_idx on marketing_campaign_channel_web_content_tasks using btree (tenant_id, "assigned_user_id");

create index marketing_campaign_channel_web_content_tasks_owner_id_idx on marketing_campaign_channel_web_content_tasks using btree (tenant_id, "owner_id");

create index marketing_campaign_sequences_created_at_idx on marketing_campaign_sequences using btree (tenant_id, created_at desc, id);

create index marketing_campaign_sequences_name_idx on marketing_campaign_sequences using btree (tenant_id, "name", id);

create index marketing_campaign_sequences_campaign_id_idx on marketing_campaign_sequences using btree (tenant_id, "campaign_id");

create index marketing_campaign_sequences_status_idx on marketing_campaign_sequences using btree (tenant_id, "status", id);

create index marketing_campaign_sequences_start_date_idx on marketing_campaign_sequences using btree (tenant_id, "start_date", id);

create index marketing_campaign_sequences_owner_id_idx on marketing_campaign_sequences using btree (tenant_id, "owner_id");

create index marketing_campaign_sequence_snapshots_created_at_idx on marketing_campaign_sequence_snapshots using btree (tenant_id, created_at desc, id);

create index marketing_campaign_sequence_snapshots_campaign_sequence_id_idx on marketing_campaign_sequence_snapshots using btree (tenant_id, "campaign_sequence_id");

create index marketing_campaign_sequence_snapshots_campaign_id_idx on marketing_campaign_sequence_snapshots using btree (tenant_id, "campaign_id");

create index marketing_campaign_sequence_snapshots_status_idx on marketing_campaign_sequence_snapshots using btree (tenant_id, "status", id);

create index marketing_campaign_sequence_snapshots_taken_at_idx on marketing_campaign_sequence_snapshots using btree (tenant_id, "taken_at", id);

create index marketing_campaign_sequence_snapshots_owner_id_idx on marketing_campaign_sequence_snapshots using btree (tenant_id, "owner_id");

create index marketing_campaign_sequence_snapshot_contacts_created_at_idx on marketing_campaign_sequence_snapshot_contacts using btree (tenant_id, created_at desc, id);

create index marketing_campaign_sequence_snapshot_contacts_camp_ee35627b_idx on marketing_campaign_sequence_snapshot_contacts using btree (tenant_id, "campaign_sequence_snapshot_id");

create index marketing_campaign_sequence_snapshot_contacts_contact_id_idx on marketing_campaign_sequence_snapshot_contacts using btree (tenant_id, "contact_id");

create index marketing_campaign_sequence_snapshot_contacts_status_idx on marketing_campaign_sequence_snapshot_contacts using btree (tenant_id, "status", id);

create index marketing_campaign_sequence_snapshot_contacts_owner_id_idx on marketing_campaign_sequence_snapshot_contacts using btree (tenant_id, "owner_id");

create index marketing_segments_created_at_idx on marketing_segments using btree (tenant_id, created_at desc, id);

create index marketing_segments_name_idx on marketing_segments using btree (tenant_id, "name", id);

create index marketing_segments_type_idx on marketing_segments using btree (tenant_id, "type", id);

create index marketing_segments_active_idx on marketing_segments using btree (tenant_id, "active", id);

create index marketing_segments_owner_id_idx on marketing_segments using btree (tenant_id, "owner_id");

create index marketing_segment_files_created_at_idx on marketing_segment_files using btree (tenant_id, created_at desc, id);

create index marketing_segment_files_segment_id_idx on marketing_segment_files using btree (tenant_id, "segment_id");

create index marketing_segment_files_owner_id_idx on marketing_segment_files using btree (tenant_id, "owner_id");

create index marketing_segment_notes_created_at_idx on marketing_segment_notes using btree (tenant_id, created_at desc, id);

create index marketing_segment_notes_segment_id_idx on marketing_segment_notes using btree (tenant_id, "segment_id");

create index marketing_segment_notes_owner_id_idx on marketing_segment_notes using btree (tenant_id, "owner_id");

create index marketing_email_drip_campaigns_created_at_idx on marketing_email_drip_campaigns using btree (tenant_id, created_at desc, id);

create index marketing_email_drip_campaigns_name_idx on marketing_email_drip_campaigns using btree (tenant_id, "name", id);

create index marketing_email_drip_campaigns_campaign_id_idx on marketing_email_drip_campaigns using btree (tenant_id, "campaign_id");

create index marketing_email_drip_campaigns_status_idx on marketing_email_drip_campaigns using btree (tenant_id, "status", id);

create index marketing_email_drip_campaigns_start_date_idx on marketing_email_drip_campaigns using btree (tenant_id, "start_date", id);

create index marketing_email_drip_campaigns_owner_id_idx on marketing_email_drip_campaigns using btree (tenant_id, "owner_id");

create index marketing_email_drip_campaign_notes_created_at_idx on marketing_email_drip_campaign_notes using btree (tenant_id, created_at desc, id);

create index marketing_email_drip_campaign_notes_email_drip_campaign_id_idx on marketing_email_drip_campaign_notes using btree (tenant_id, "email_drip_campaign_id");

create index marketing_email_drip_campaign_notes_owner_id_idx on marketing_email_drip_campaign_notes using btree (tenant_id, "owner_id");

create index marketing_email_sequence_workflows_created_at_idx on marketing_email_sequence_workflows using btree (tenant_id, created_at desc, id);

create index marketing_email_sequence_workflows_name_idx on marketing_email_sequence_workflows using btree (tenant_id, "name", id);

create index marketing_email_sequence_workflows_workflow_id_idx on marketing_email_sequence_workflows using btree (tenant_id, "workflow_id");

create index marketing_email_sequence_workflows_campaign_id_idx on marketing_email_sequence_workflows using btree (tenant_id, "campaign_id");

create index marketing_email_sequence_workflows_campaign_sequence_id_idx on marketing_email_sequence_workflows using btree (tenant_id, "campaign_sequence_id");

create index marketing_email_sequence_workflows_email_drip_campaign_id_idx on marketing_email_sequence_workflows using btree (tenant_id, "email_drip_campaign_id");

create index marketing_email_sequence_workflows_status_idx on marketing_email_sequence_workflows using btree (tenant_id, "status", id);

create index marketing_email_sequence_workflows_owner_id_idx on marketing_email_sequence_workflows using btree (tenant_id, "owner_id");

create index marketing_websites_created_at_idx on marketing_websites using btree (tenant_id, created_at desc, id);

create index marketing_websites_name_idx on marketing_websites using btree (tenant_id, "name", id);

create index marketing_websites_domain_idx on marketing_websites using btree (tenant_id, "domain", id);

create index marketing_websites_status_id_idx on marketing_websites using btree (tenant_id, "status_id");

create index marketing_websites_type_id_idx on marketing_websites using btree (tenant_id, "type_id");

create index marketing_websites_status_idx on marketing_websites using btree (tenant_id, "status", id);

create index marketing_websites_account_id_idx on marketing_websites using btree (tenant_id, "account_id");

create index marketing_websites_home_page_id_idx on marketing_websites using btree (tenant_id, "home_page_id");

create index marketing_websites_last_published_at_idx on marketing_websites using btree (tenant_id, "last_published_at", id);

create index marketing_websites_owner_id_idx on marketing_websites using btree (tenant_id, "owner_id");

create index marketing_website_statuses_created_at_idx on marketing_website_statuses using btree (tenant_id, created_at desc, id);

create unique index marketing_website_statuses_name_key on marketing_website_statuses using btree (tenant_id, lower("name"));

create index marketing_website_types_created_at_idx on marketing_website_types using btree (tenant_id, created_at desc, id);

create index marketing_web_pages_created_at_idx on marketing_web_pages using btree (tenant_id, created_at desc, id);

create index marketing_web_pages_website_id_idx on marketing_web_pages using btree (tenant_id, "website_id");

create index marketing_web_pages_name_idx on marketing_web_pages using btree (tenant_id, "name", id);

create index marketing_web_pages_path_idx on marketing_web_pages using btree (tenant_id, "path", id);

create index marketing_web_pages_status_idx on marketing_web_pages using btree (tenant_id, "status", id);

create index marketing_web_pages_parent_page_id_idx on marketing_web_pages using btree (tenant_id, "parent_page_id");

create index marketing_web_pages_campaign_id_idx on marketing_web_pages using btree (tenant_id, "campaign_id");

create index marketing_web_pages_form_id_idx on marketing_web_pages using btree (tenant_id, "form_id");

create index marketing_web_pages_author_user_id_idx on marketing_web_pages using btree (tenant_id, "author_user_id");

create index marketing_web_pages_published_at_idx on marketing_web_pages using btree (tenant_id, "published_at", id);

create index marketing_web_pages_owner_id_idx on marketing_web_pages using btree (tenant_id, "owner_id");

create index marketing_workflows_created_at_idx on marketing_workflows using btree (tenant_id, created_at desc, id);

create index marketing_workflows_name_idx on marketing_workflows using btree (tenant_id, "name", id);

create index marketing_workflows_status_idx on marketing_workflows using btree (tenant_id, "status", id);

create index marketing_workflows_campaign_id_idx on marketing_workflows using btree (tenant_id, "campaign_id");

create index marketing_workflows_trigger_idx on marketing_workflows using btree (tenant_id, "trigger", id);

create index marketing_workflows_last_run_at_idx on marketing_workflows using btree (tenant_id, "last_run_at", id);

create index marketing_workflows_owner_id_idx on marketing_workflows using btree (tenant_id, "owner_id");

create index marketing_workflow_steps_created_at_idx on marketing_workflow_steps using btree (tenant_id, created_at desc, id);

create index marketing_workflow_steps_workflow_id_idx on marketing_workflow_steps using btree (tenant_id, "workflow_id");

create index marketing_workflow_steps_type_idx on marketing_workflow_steps using btree (tenant_id, "type", id);

create index marketing_workflow_steps_template_id_idx on marketing_workflow_steps using btree (tenant_id, "template_id");

create index marketing_workflow_steps_next_step_id_idx on marketing_workflow_steps using btree (tenant_id, "next_step_id");

create index marketing_workflow_steps_true_step_id_idx on marketing_workflow_steps using btree (tenant_id, "true_step_id");

create index marketing_workflow_steps_false_step_id_idx on marketing_workflow_steps using btree (tenant_id, "false_step_id");

create index marketing_workflow_steps_owner_id_idx on marketing_workflow_steps using btree (tenant_id, "owner_id");

create index marketing_workflow_steps_workflow_id_position_idx on marketing_workflow_steps using btree (tenant_id, "workflow_id", "position");

create index marketing_workflow_enrollments_created_at_idx on marketing_workflow_enrollments using btree (tenant_id, created_at desc, id);

create index marketing_workflow_enrollments_workflow_id_idx on marketing_workflow_enrollments using btree (tenant_id, "workflow_id");

create index marketing_workflow_enrollments_contact_id_idx on marketing_workflow_enrollments using btree (tenant_id, "contact_id");

create index marketing_workflow_enrollments_record_id_idx on marketing_workflow_enrollments using btree (tenant_id, "record_id", id);

create index marketing_workflow_enrollments_enrolled_at_idx on marketing_workflow_enrollments using btree (tenant_id, "enrolled_at", id);

create index marketing_workflow_enrollments_status_idx on marketing_workflow_enrollments using btree (tenant_id, "status", id);

create index marketing_workflow_enrollments_current_step_id_idx on marketing_workflow_enrollments using btree (tenant_id, "current_step_id");

create index marketing_workflow_enrollments_next_run_at_idx on marketing_workflow_enrollments using btree (tenant_id, "next_run_at", id);

create index marketing_workflow_enrollments_owner_id_idx on marketing_workflow_enrollments using btree (tenant_id, "owner_id");

create index communications_campaigns_created_at_idx on communications_campaigns using btree (tenant_id, created_at desc, id);

create index communications_campaigns_name_idx on communications_campaigns using btree (tenant_id, "name", id);

create index communications_campaigns_status_idx on communications_campaigns using btree (tenant_id, "status", id);

create index communications_campaigns_marketing_campaign_id_idx on communications_campaigns using btree (tenant_id, "marketing_campaign_id");

create index communications_campaigns_template_id_idx on communications_campaigns using btree (tenant_id, "template_id");

create index communications_campaigns_start_date_idx on communications_campaigns using btree (tenant_id, "start_date", id);

create index communications_campaigns_scheduled_at_idx on communications_campaigns using btree (tenant_id, "scheduled_at", id);

create index communications_campaigns_owner_id_idx on communications_campaigns using btree (tenant_id, "owner_id");

create index communications_campaign_files_created_at_idx on communications_campaign_files using btree (tenant_id, created_at desc, id);

create index communications_campaign_files_campaign_id_idx on communications_campaign_files using btree (tenant_id, "campaign_id");

create index communications_campaign_files_owner_id_idx on communications_campaign_files using btree (tenant_id, "owner_id");

create index communications_campaign_notes_created_at_idx on communications_campaign_notes using btree (tenant_id, created_at desc, id);

create index communications_campaign_notes_campaign_id_idx on communications_campaign_notes using btree (tenant_id, "campaign_id");

create index communications_campaign_notes_owner_id_idx on communications_campaign_notes using btree (tenant_id, "owner_id");

create index communications_campaign_tasks_created_at_idx on communications_campaign_tasks using btree (tenant_id, created_at desc, id);

create index communications_campaign_tasks_campaign_id_idx on communications_campaign_tasks using btree (tenant_id, "campaign_id");

create index communications_campaign_tasks_due_date_idx on communications_campaign_tasks using btree (tenant_id, "due_date", id);

create index communications_campaign_tasks_assigned_user_id_idx on communications_campaign_tasks using btree (tenant_id, "assigned_user_id");

create index communications_campaign_tasks_owner_id_idx on communications_campaign_tasks using btree (tenant_id, "owner_id");

create index communications_conversations_created_at_idx on communications_conversations using btree (tenant_id, created_at desc, id);

create index communications_conversations_status_idx on communications_conversations using btree (tenant_id, "status", id);

create index communications_conversations_contact_id_idx on communications_conversations using btree (tenant_id, "contact_id");

create index communications_conversations_account_id_idx on communications_conversations using btree (tenant_id, "account_id");

create index communications_conversations_lead_id_idx on communications_conversations using btree (tenant_id, "lead_id");

create index communications_conversations_opportunity_id_idx on communications_conversations using btree (tenant_id, "opportunity_id");

create index communications_conversations_assigned_user_id_idx on communications_conversations using btree (tenant_id, "assigned_user_id");

create index communications_conversations_assigned_team_id_idx on communications_conversations using btree (tenant_id, "assigned_team_id");

create index communications_conversations_last_message_at_idx on communications_conversations using btree (tenant_id, "last_message_at", id);

create index communications_conversations_snoozed_until_idx on communications_conversations using btree (tenant_id, "snoozed_until", id);

create index communications_conversations_external_id_idx on communications_conversations using btree (tenant_id, "external_id", id);

create index communications_conversations_owner_id_idx on communications_conversations using btree (tenant_id, "owner_id");

create index communications_comments_created_at_idx on communications_comments using btree (tenant_id, created_at desc, id);

create index communications_comments_conversation_id_idx on communications_comments using btree (tenant_id, "conversation_id");

create index communications_comments_email_id_idx on communications_comments using btree (tenant_id, "email_id");

create index communications_comments_parent_comment_id_idx on communications_comments using btree (tenant_id, "parent_comment_id");

create index communications_comments_owner_id_idx on communications_comments using btree (tenant_id, "owner_id");

create index communications_emails_created_at_idx on communications_emails using btree (tenant_id, created_at desc, id);

create index communications_emails_status_idx on communications_emails using btree (tenant_id, "status", id);

create index communications_emails_conversation_id_idx on communications_emails using btree (tenant_id, "conversation_id");

create index communications_emails_contact_id_idx on communications_emails using btree (tenant_id, "contact_id");

create index communications_emails_account_id_idx on communications_emails using btree (tenant_id, "account_id");

create index communications_emails_lead_id_idx on communications_emails using btree (tenant_id, "lead_id");

create index communications_emails_opportunity_id_idx on communications_emails using btree (tenant_id, "opportunity_id");

create index communications_emails_campaign_id_idx on communications_emails using btree (tenant_id, "campaign_id");

create index communications_emails_communications_campaign_id_idx on communications_emails using btree (tenant_id, "communications_campaign_id");

create index communications_emails_template_id_idx on communications_emails using btree (tenant_id, "template_id");

create index communications_emails_email_snapshot_id_idx on communications_emails using btree (tenant_id, "email_snapshot_id");

create index communications_emails_message_id_idx on communications_emails using btree (tenant_id, "message_id", id);

create index communications_emails_scheduled_at_idx on communications_emails using btree (tenant_id, "scheduled_at", id);

create index communications_emails_sent_at_idx on communications_emails using btree (tenant_id, "sent_at", id);

create index communications_emails_owner_id_idx on communications_emails using btree (tenant_id, "owner_id");

create index communications_email_files_created_at_idx on communications_email_files using btree (tenant_id, created_at desc, id);

create index communications_email_files_email_id_idx on communications_email_files using btree (tenant_id, "email_id");

create index communications_email_files_owner_id_idx on communications_email_files using btree (tenant_id, "owner_id");

create index communications_email_lists_created_at_idx on communications_email_lists using btree (tenant_id, created_at desc, id);

create index communications_email_lists_name_idx on communications_email_lists using btree (tenant_id, "name", id);

create index communications_email_lists_type_idx on communications_email_lists using btree (tenant_id, "type", id);

create index communications_email_lists_segment_id_idx on communications_email_lists using btree (tenant_id, "segment_id");

create index communications_email_lists_active_idx on communications_email_lists using btree (tenant_id, "active", id);

create index communications_email_lists_owner_id_idx on communications_email_lists using btree (tenant_id, "owner_id");

create index communications_email_snapshots_created_at_idx on communications_email_snapshots using btree (tenant_id, created_at desc, id);

create index communications_email_snapshots_email_id_idx on communications_email_snapshots using btree (tenant_id, "email_id");

create index communications_email_snapshots_campaign_id_idx on communications_email_snapshots using btree (tenant_id, "campaign_id");

create index communications_email_snapshots_communications_campaign_id_idx on communications_email_snapshots using btree (tenant_id, "communications_campaign_id");

create index communications_email_snapshots_template_id_idx on communications_email_snapshots using btree (tenant_id, "template_id");

create index communications_email_snapshots_email_list_id_idx on communications_email_snapshots using btree (tenant_id, "email_list_id");

create index communications_email_snapshots_segment_id_idx on communications_email_snapshots using btree (tenant_id, "segment_id");

create index communications_email_snapshots_status_idx on communications_email_snapshots using btree (tenant_id, "status", id);

create index communications_email_snapshots_taken_at_idx on communications_email_snapshots using btree (tenant_id, "taken_at", id);

create index communications_email_snapshots_owner_id_idx on communications_email_snapshots using btree (tenant_id, "owner_id");

create index communications_email_snapshot_contacts_created_at_idx on communications_email_snapshot_contacts using btree (tenant_id, created_at desc, id);

create index communications_email_snapshot_contacts_email_snapshot_id_idx on communications_email_snapshot_contacts using btree (tenant_id, "email_snapshot_id");

create index communications_email_snapshot_contacts_contact_id_idx on communications_email_snapshot_contacts using btree (tenant_id, "contact_id");

create index communications_email_snapshot_contacts_email_id_idx on communications_email_snapshot_contacts using btree (tenant_id, "email_id");

create index communications_email_snapshot_contacts_status_idx on communications_email_snapshot_contacts using btree (tenant_id, "status", id);

create index communications_email_snapshot_contacts_owner_id_idx on communications_email_snapshot_contacts using btree (tenant_id, "owner_id");

create index communications_email_templates_created_at_idx on communications_email_templates using btree (tenant_id, created_at desc, id);

create index communications_email_templates_name_idx on communications_email_templates using btree (tenant_id, "name", id);

create index communications_email_templates_category_idx on communications_email_templates using btree (tenant_id, "category", id);

create index communications_email_templates_status_idx on communications_email_templates using btree (tenant_id, "status", id);

create index communications_email_templates_owner_id_idx on communications_email_templates using btree (tenant_id, "owner_id");

create index communications_referrals_created_at_idx on communications_referrals using btree (tenant_id, created_at desc, id);

create index communications_referrals_code_idx on communications_referrals using btree (tenant_id, "code", id);

create index communications_referrals_status_idx on communications_referrals using btree (tenant_id, "status", id);

create index communications_referrals_referrer_contact_id_idx on communications_referrals using btree (tenant_id, "referrer_contact_id");

create index communications_referrals_referrer_account_id_idx on communications_referrals using btree (tenant_id, "referrer_account_id");

create index communications_referrals_referrer_user_id_idx on communications_referrals using btree (tenant_id, "referrer_user_id");

create index communications_referrals_referred_contact_id_idx on communications_referrals using btree (tenant_id, "referred_contact_id");

create index communications_referrals_referred_account_id_idx on communications_referrals using btree (tenant_id, "referred_account_id");

create index communications_referrals_lead_id_idx on communications_referrals using btree (tenant_id, "lead_id");

create index communications_referrals_opportunity_id_idx on communications_referrals using btree (tenant_id, "opportunity_id");

create index communications_referrals_campaign_id_idx on communications_referrals using btree (tenant_id, "campaign_id");

create index communications_referrals_email_id_idx on communications_referrals using btree (tenant_id, "email_id");

create index communications_referrals_referred_at_idx on communications_referrals using btree (tenant_id, "referred_at", id);

create index communications_referrals_owner_id_idx on communications_referrals using btree (tenant_id, "owner_id");

create index identity_users_created_at_idx on identity_users using btree (tenant_id, created_at desc, id);

create index identity_users_active_idx on identity_users using btree (tenant_id, "active", id);

create index identity_users_last_login_at_idx on identity_users using btree (tenant_id, "last_login_at", id);

create index identity_users_department_id_idx on identity_users using btree (tenant_id, "department_id");

create index identity_users_manager_id_idx on identity_users using btree (tenant_id, "manager_id");

create index identity_roles_created_at_idx on identity_roles using btree (tenant_id, created_at desc, id);

create index identity_teams_created_at_idx on identity_teams using btree (tenant_id, created_at desc, id);

create index identity_teams_lead_id_idx on identity_teams using btree (tenant_id, "lead_id");

create index identity_teams_department_id_idx on identity_teams using btree (tenant_id, "department_id");

create index identity_teams_parent_team_id_idx on identity_teams using btree (tenant_id, "parent_team_id");

create index identity_teams_owner_id_idx on identity_teams using btree (tenant_id, "owner_id");

create index identity_team_users_created_at_idx on identity_team_users using btree (tenant_id, created_at desc, id);

create index identity_team_users_team_id_idx on identity_team_users using btree (tenant_id, "team_id");

create index identity_team_users_user_id_idx on identity_team_users using btree (tenant_id, "user_id");

create unique index identity_team_users_team_id_user_id_key on identity_team_users using btree (tenant_id, "team_id", "user_id");

create index identity_departments_created_at_idx on identity_departments using btree (tenant_id, created_at desc, id);

create index identity_departments_parent_department_id_idx on identity_departments using btree (tenant_id, "parent_department_id");

create index identity_departments_manager_id_idx on identity_departments using btree (tenant_id, "manager_id");

create index identity_departments_owner_id_idx on identity_departments using btree (tenant_id, "owner_id");

create index identity_department_users_created_at_idx on identity_department_users using btree (tenant_id, created_at desc, id);

create index identity_department_users_department_id_idx on identity_department_users using btree (tenant_id, "department_id");

create index identity_department_users_user_id_idx on identity_department_users using btree (tenant_id, "user_id");

create unique index identity_department_users_department_id_user_id_key on identity_department_users using btree (tenant_id, "department_id", "user_id");

create index identity_employees_created_at_idx on identity_employees using btree (tenant_id, created_at desc, id);

create index identity_employees_user_id_idx on identity_employees using btree (tenant_id, "user_id");

create index identity_employees_department_id_idx on identity_employees using btree (tenant_id, "department_id");

create index identity_employees_manager_id_idx on identity_employees using btree (tenant_id, "manager_id");

create index identity_employees_status_idx on identity_employees using btree (tenant_id, "status", id);

create index identity_employees_hire_date_idx on identity_employees using btree (tenant_id, "hire_date", id);

create index identity_employees_owner_id_idx on identity_employees using btree (tenant_id, "owner_id");

create index identity_contractors_created_at_idx on identity_contractors using btree (tenant_id, created_at desc, id);

create index identity_contractors_user_id_idx on identity_contractors using btree (tenant_id, "user_id");

create index identity_contractors_company_idx on identity_contractors using btree (tenant_id, "company", id);

create index identity_contractors_department_id_idx on identity_contractors using btree (tenant_id, "department_id");

create index identity_contractors_manager_id_idx on identity_contractors using btree (tenant_id, "manager_id");

create index identity_contractors_status_idx on identity_contractors using btree (tenant_id, "status", id);

create index identity_contractors_contract_end_date_idx on identity_contractors using btree (tenant_id, "contract_end_date", id);

create index identity_contractors_owner_id_idx on identity_contractors using btree (tenant_id, "owner_id");

create index ai_ai_completion_logs_created_at_idx on ai_ai_completion_logs using btree (tenant_id, created_at desc, id);

create index ai_ai_completion_logs_model_idx on ai_ai_completion_logs using btree (tenant_id, "model", id);

create index ai_ai_completion_logs_provider_idx on ai_ai_completion_logs using btree (tenant_id, "provider", id);

create index ai_ai_completion_logs_status_idx on ai_ai_completion_logs using btree (tenant_id, "status", id);

create index ai_ai_completion_logs_user_id_idx on ai_ai_completion_logs using btree (tenant_id, "user_id");

create index ai_ai_completion_logs_started_at_idx on ai_ai_completion_logs using btree (tenant_id, "started_at", id);

create index ui_screens_created_at_idx on ui_screens using btree (tenant_id, created_at desc, id);

create index ui_screens_name_idx on ui_screens using btree (tenant_id, "name", id);

create index ui_screens_model_key_idx on ui_screens using btree (tenant_id, "model_key", id);

create index ui_screens_status_id_idx on ui_screens using btree (tenant_id, "status_id");

create index ui_screens_position_idx on ui_screens using btree (tenant_id, "position", id);

create index ui_screens_owner_id_idx on ui_screens using btree (tenant_id, "owner_id");

create index ui_screen_files_created_at_idx on ui_screen_files using btree (tenant_id, created_at desc, id);

create index ui_screen_files_screen_id_idx on ui_screen_files using btree (tenant_id, "screen_id");

create index ui_screen_files_owner_id_idx on ui_screen_files using btree (tenant_id, "owner_id");

create index ui_screen_notes_created_at_idx on ui_screen_notes using btree (tenant_id, created_at desc, id);

create index ui_screen_notes_screen_id_idx on ui_screen_notes using btree (tenant_id, "screen_id");

create index ui_screen_notes_owner_id_idx on ui_screen_notes using btree (tenant_id, "owner_id");

create index ui_screen_tasks_created_at_idx on ui_screen_tasks using btree (tenant_id, created_at desc, id);

create index ui_screen_tasks_screen_id_idx on ui_screen_tasks using btree (tenant_id, "screen_id");

create index ui_screen_tasks_due_date_idx on ui_screen_tasks using btree (tenant_id, "due_date", id);

create index ui_screen_tasks_assigned_user_id_idx on ui_screen_tasks using btree (tenant_id, "assigned_user_id");

create index ui_screen_tasks_owner_id_idx on ui_screen_tasks using btree (tenant_id, "owner_id");

create index ui_screen_statuses_created_at_idx on ui_screen_statuses using btree (tenant_id, created_at desc, id);

create unique index ui_screen_statuses_name_key on ui_screen_statuses using btree (tenant_id, lower("name"));

create index ui_screen_actions_created_at_idx on ui_screen_actions using btree (tenant_id, created_at desc, id);

create index ui_screen_actions_screen_id_idx on ui_screen_actions using btree (tenant_id, "screen_id");

create index ui_screen_actions_target_screen_id_idx on ui_screen_actions using btree (tenant_id, "target_screen_id");

create index ui_screen_actions_position_idx on ui_screen_actions using btree (tenant_id, "position", id);

create index ui_screen_actions_owner_id_idx on ui_screen_actions using btree (tenant_id, "owner_id");

create index ui_screen_components_created_at_idx on ui_screen_components using btree (tenant_id, created_at desc, id);

create index ui_screen_components_screen_id_idx on ui_screen_components using btree (tenant_id, "screen_id");

create index ui_screen_components_component_id_idx on ui_screen_components using btree (tenant_id, "component_id");

create index ui_screen_components_parent_component_id_idx on ui_screen_components using btree (tenant_id, "parent_component_id");

create index ui_screen_components_type_idx on ui_screen_components using btree (tenant_id, "type", id);

create index ui_screen_components_position_idx on ui_screen_components using btree (tenant_id, "position", id);

create index ui_screen_components_owner_id_idx on ui_screen_components using btree (tenant_id, "owner_id");

create index ui_user_screens_created_at_idx on ui_user_screens using btree (tenant_id, created_at desc, id);

create index ui_user_screens_user_id_idx on ui_user_screens using btree (tenant_id, "user_id");

create index ui_user_screens_screen_id_idx on ui_user_screens using btree (tenant_id, "screen_id");

create index ui_user_screens_owner_id_idx on ui_user_screens using btree (tenant_id, "owner_id");

create index ui_user_screens_user_id_position_idx on ui_user_screens using btree (tenant_id, "user_id", "position");

create index ui_workspaces_created_at_idx on ui_workspaces using btree (tenant_id, created_at desc, id);

create index ui_workspaces_name_idx on ui_workspaces using btree (tenant_id, "name", id);

create index ui_workspaces_default_screen_id_idx on ui_workspaces using btree (tenant_id, "default_screen_id");

create index ui_workspaces_position_idx on ui_workspaces using btree (tenant_id, "position", id);

create index ui_workspaces_owner_id_idx on ui_workspaces using btree (tenant_id, "owner_id");

create index ui_components_created_at_idx on ui_components using btree (tenant_id, created_at desc, id);

create index ui_components_name_idx on ui_components using btree (tenant_id, "name", id);

create index ui_components_type_idx on ui_components using btree (tenant_id, "type", id);

create index ui_components_category_idx on ui_components using btree (tenant_id, "category", id);

create index ui_components_owner_id_idx on ui_components using btree (tenant_id, "owner_id");

create index ui_registered_components_created_at_idx on ui_registered_components using btree (tenant_id, created_at desc, id);

create index ui_registered_components_component_id_idx on ui_registered_components using btree (tenant_id, "component_id");

create index ui_registered_components_module_key_idx on ui_registered_components using btree (tenant_id, "module_key", id);

create index ui_registered_components_status_idx on ui_registered_components using btree (tenant_id, "status", id);

create index ui_registered_components_owner_id_idx on ui_registered_components using btree (tenant_id, "owner_id");

create index ui_dashboards_created_at_idx on ui_dashboards using btree (tenant_id, created_at desc, id);

create index ui_dashboards_name_idx on ui_dashboards using btree (tenant_id, "name", id);

create index ui_dashboards_visibility_idx on ui_dashboards using btree (tenant_id, "visibility", id);

create index ui_dashboards_team_id_idx on ui_dashboards using btree (tenant_id, "team_id");

create index ui_dashboards_owner_id_idx on ui_dashboards using btree (tenant_id, "owner_id");

create index ui_drafts_created_at_idx on ui_drafts using btree (tenant_id, created_at desc, id);

create index ui_drafts_user_id_idx on ui_drafts using btree (tenant_id, "user_id");

create index ui_drafts_model_key_idx on ui_drafts using btree (tenant_id, "model_key", id);

create index ui_drafts_record_id_idx on ui_drafts using btree (tenant_id, "record_id", id);

create index ui_drafts_screen_id_idx on ui_drafts using btree (tenant_id, "screen_id");

create index ui_drafts_status_idx on ui_drafts using btree (tenant_id, "status", id);

create index ui_drafts_expires_at_idx on ui_drafts using btree (tenant_id, "expires_at", id);

create index ui_drafts_owner_id_idx on ui_drafts using btree (tenant_id, "owner_id");

create index ui_record_recent_views_created_at_idx on ui_record_recent_views using btree (tenant_id, created_at desc, id);

create index ui_record_recent_views_user_id_idx on ui_record_recent_views using btree (tenant_id, "user_id");

create index ui_record_recent_views_model_key_idx on ui_record_recent_views using btree (tenant_id, "model_key", id);

create index ui_record_recent_views_record_id_idx on ui_record_recent_views using btree (tenant_id, "record_id", id);

create index ui_record_recent_views_screen_id_idx on ui_record_recent_views using btree (tenant_id, "screen_id");

create index ui_record_recent_views_viewed_at_idx on ui_record_recent_views using btree (tenant_id, "viewed_at", id);

create index ui_record_recent_views_owner_id_idx on ui_record_recent_views using btree (tenant_id, "owner_id");

create index ui_record_recent_views_user_id_viewed_at_idx on ui_record_recent_views using btree (tenant_id, "user_id", "viewed_at");

create index ui_support_tickets_created_at_idx on ui_support_tickets using btree (tenant_id, created_at desc, id);

create index ui_support_tickets_priority_idx on ui_support_tickets using btree (tenant_id, "priority", id);

create index ui_support_tickets_status_idx on ui_support_tickets using btree (tenant_id, "status", id);

create index ui_support_tickets_requester_id_idx on ui_support_tickets using btree (tenant_id, "requester_id");

create index ui_support_tickets_account_id_idx on ui_support_tickets using btree (tenant_id, "account_id");

create index ui_support_tickets_contact_id_idx on ui_support_tickets using btree (tenant_id, "contact_id");

create index ui_support_tickets_product_id_idx on ui_support_tickets using btree (tenant_id, "product_id");

create index ui_support_tickets_assigned_user_id_idx on ui_support_tickets using btree (tenant_id, "assigned_user_id");

create index ui_support_tickets_team_id_idx on ui_support_tickets using btree (tenant_id, "team_id");

create index ui_support_tickets_related_ticket_id_idx on ui_support_tickets using btree (tenant_id, "related_ticket_id");

create index ui_support_tickets_screen_id_idx on ui_support_tickets using btree (tenant_id, "screen_id");

create index ui_support_tickets_due_at_idx on ui_support_tickets using btree (tenant_id, "due_at", id);

create index ui_support_tickets_external_id_idx on ui_support_tickets using btree (tenant_id, "external_id", id);

create index ui_support_tickets_owner_id_idx on ui_support_tickets using btree (tenant_id, "owner_id");

create index ui_support_ticket_files_created_at_idx on ui_support_ticket_files using btree (tenant_id, created_at desc, id);

create index ui_support_ticket_files_support_ticket_id_idx on ui_support_ticket_files using btree (tenant_id, "support_ticket_id");

create index ui_support_ticket_files_owner_id_idx on ui_support_ticket_files using btree (tenant_id, "owner_id");

create index ui_support_ticket_notes_created_at_idx on ui_support_ticket_notes using btree (tenant_id, created_at desc, id);

create index ui_support_ticket_notes_support_ticket_id_idx on ui_support_ticket_notes using btree (tenant_id, "support_ticket_id");

create index ui_support_ticket_notes_owner_id_idx on ui_support_ticket_notes using btree (tenant_id, "owner_id");

create index ui_support_ticket_tasks_created_at_idx on ui_support_ticket_tasks using btree (tenant_id, created_at desc, id);

create index ui_support_ticket_tasks_support_ticket_id_idx on ui_support_ticket_tasks using btree (tenant_id, "support_ticket_id");

create index ui_support_ticket_tasks_due_date_idx on ui_support_ticket_tasks using btree (tenant_id, "due_date", id);

create index ui_support_ticket_tasks_assigned_user_id_idx on ui_support_ticket_tasks using btree (tenant_id, "assigned_user_id");

create index ui_support_ticket_tasks_owner_id_idx on ui_support_ticket_tasks using btree (tenant_id, "owner_id");

create index ui_support_ticket_resolutions_created_at_idx on ui_support_ticket_resolutions using btree (tenant_id, created_at desc, id);

create index ui_support_ticket_resolutions_support_ticket_id_idx on ui_support_ticket_resolutions using btree (tenant_id, "support_ticket_id");

create index ui_support_ticket_resolutions_type_idx on ui_support_ticket_resolutions using btree (tenant_id, "type", id);

create index ui_support_ticket_resolutions_support_article_id_idx on ui_support_ticket_resolutions using btree (tenant_id, "support_article_id");

create index ui_support_ticket_resolutions_resolved_by_id_idx on ui_support_ticket_resolutions using btree (tenant_id, "resolved_by_id");

create index ui_support_ticket_resolutions_resolved_at_idx on ui_support_ticket_resolutions using btree (tenant_id, "resolved_at", id);

create index ui_support_ticket_resolutions_owner_id_idx on ui_support_ticket_resolutions using btree (tenant_id, "owner_id");

create index ui_enterprise_product_announcements_created_at_idx on ui_enterprise_product_announcements using btree (tenant_id, created_at desc, id);

create index ui_enterprise_product_announcements_type_idx on ui_enterprise_product_announcements using btree (tenant_id, "type", id);

create index ui_enterprise_product_announcements_status_idx on ui_enterprise_product_announcements using btree (tenant_id, "status", id);

create index ui_enterprise_product_announcements_product_id_idx on ui_enterprise_product_announcements using btree (tenant_id, "product_id");

create index ui_enterprise_product_announcements_published_at_idx on ui_enterprise_product_announcements using btree (tenant_id, "published_at", id);

create index ui_enterprise_product_announcements_expires_at_idx on ui_enterprise_product_announcements using btree (tenant_id, "expires_at", id);

create index ui_enterprise_product_announcements_author_id_idx on ui_enterprise_product_announcements using btree (tenant_id, "author_id");

create index ui_enterprise_product_announcements_owner_id_idx on ui_enterprise_product_announcements using btree (tenant_id, "owner_id");

create index ui_enterprise_product_announcement_files_created_at_idx on ui_enterprise_product_announcement_files using btree (tenant_id, created_at desc, id);

create index ui_enterprise_product_announcement_files_enterpris_14f073fa_idx on ui_enterprise_product_announcement_files using btree (tenant_id, "enterprise_product_announcement_id");

create index ui_enterprise_product_announcement_files_owner_id_idx on ui_enterprise_product_announcement_files using btree (tenant_id, "owner_id");

create index ui_enterprise_product_announcement_notes_created_at_idx on ui_enterprise_product_announcement_notes using btree (tenant_id, created_at desc, id);

create index ui_enterprise_product_announcement_notes_enterpris_b32f30a2_idx on ui_enterprise_product_announcement_notes using btree (tenant_id, "enterprise_product_announcement_id");

create index ui_enterprise_product_announcement_notes_owner_id_idx on ui_enterprise_product_announcement_notes using btree (tenant_id, "owner_id");

create index ui_enterprise_product_announcement_tasks_created_at_idx on ui_enterprise_product_announcement_tasks using btree (tenant_id, created_at desc, id);

create index ui_enterprise_product_announcement_tasks_enterpris_39c30556_idx on ui_enterprise_product_announcement_tasks using btree (tenant_id, "enterprise_product_announcement_id");

create index ui_enterprise_product_announcement_tasks_due_date_idx on ui_enterprise_product_announcement_tasks using btree (tenant_id, "due_date", id);

create index ui_enterprise_product_announcement_tasks_assigned_user_id_idx on ui_enterprise_product_announcement_tasks using btree (tenant_id, "assigned_user_id");

create index ui_enterprise_product_announcement_tasks_owner_id_idx on ui_enterprise_product_announcement_tasks using btree (tenant_id, "owner_id");

create index ui_settings_created_at_idx on ui_settings using btree (tenant_id, created_at desc, id);

create index ui_settings_category_idx on ui_settings using btree (tenant_id, "category", id);

create index inventory_inventory_locations_created_at_idx on inventory_inventory_locations using btree (tenant_id, created_at desc, id);

create index inventory_inventory_locations_name_idx on inventory_inventory_locations using btree (tenant_id, "name", id);

create index inventory_inventory_locations_type_idx on inventory_inventory_locations using btree (tenant_id, "type", id);

create index inventory_inventory_locations_parent_location_id_idx on inventory_inventory_locations using btree (tenant_id, "parent_location_id");

create index inventory_inventory_locations_manager_id_idx on inventory_inventory_locations using btree (tenant_id, "manager_id");

create index inventory_inventory_locations_account_id_idx on inventory_inventory_locations using btree (tenant_id, "account_id");

create index inventory_inventory_locations_department_id_idx on inventory_inventory_locations using btree (tenant_id, "department_id");

create index inventory_inventory_locations_city_idx on inventory_inventory_locations using btree (tenant_id, "city", id);

create index inventory_inventory_locations_country_idx on inventory_inventory_locations using btree (tenant_id, "country", id);

create index inventory_inventory_locations_owner_id_idx on inventory_inventory_locations using btree (tenant_id, "owner_id");

create index inventory_equipment_created_at_idx on inventory_equipment using btree (tenant_id, created_at desc, id);

create index inventory_equipment_name_idx on inventory_equipment using btree (tenant_id, "name", id);

create index inventory_equipment_serial_number_idx on inventory_equipment using btree (tenant_id, "serial_number", id);

create index inventory_equipment_location_id_idx on inventory_equipment using btree (tenant_id, "location_id");

create index inventory_equipment_assigned_user_id_idx on inventory_equipment using btree (tenant_id, "assigned_user_id");

create index inventory_equipment_purchase_date_idx on inventory_equipment using btree (tenant_id, "purchase_date", id);

create index inventory_equipment_status_idx on inventory_equipment using btree (tenant_id, "status", id);

create index inventory_equipment_asset_id_idx on inventory_equipment using btree (tenant_id, "asset_id");

create index inventory_equipment_product_id_idx on inventory_equipment using btree (tenant_id, "product_id");

create index inventory_equipment_department_id_idx on inventory_equipment using btree (tenant_id, "department_id");

create index inventory_equipment_default_location_id_idx on inventory_equipment using btree (tenant_id, "default_location_id");

create index inventory_equipment_supplier_account_id_idx on inventory_equipment using btree (tenant_id, "supplier_account_id");

create index inventory_equipment_owner_id_idx on inventory_equipment using btree (tenant_id, "owner_id");

create index inventory_equipment_files_created_at_idx on inventory_equipment_files using btree (tenant_id, created_at desc, id);

create index inventory_equipment_files_equipment_id_idx on inventory_equipment_files using btree (tenant_id, "equipment_id");

create index inventory_equipment_files_owner_id_idx on inventory_equipment_files using btree (tenant_id, "owner_id");

create index inventory_equipment_notes_created_at_idx on inventory_equipment_notes using btree (tenant_id, created_at desc, id);

create index inventory_equipment_notes_equipment_id_idx on inventory_equipment_notes using btree (tenant_id, "equipment_id");

create index inventory_equipment_notes_owner_id_idx on inventory_equipment_notes using btree (tenant_id, "owner_id");

create index inventory_equipment_tasks_created_at_idx on inventory_equipment_tasks using btree (tenant_id, created_at desc, id);

create index inventory_equipment_tasks_equipment_id_idx on inventory_equipment_tasks using btree (tenant_id, "equipment_id");

create index inventory_equipment_tasks_due_date_idx on inventory_equipment_tasks using btree (tenant_id, "due_date", id);

create index inventory_equipment_tasks_assigned_user_id_idx on inventory_equipment_tasks using btree (tenant_id, "assigned_user_id");

create index inventory_equipment_tasks_owner_id_idx on inventory_equipment_tasks using btree (tenant_id, "owner_id");

create index inventory_assets_created_at_idx on inventory_assets using btree (tenant_id, created_at desc, id);

create index inventory_assets_name_idx on inventory_assets using btree (tenant_id, "name", id);

create index inventory_assets_serial_number_idx on inventory_assets using btree (tenant_id, "serial_number", id);

create index inventory_assets_type_idx on inventory_assets using btree (tenant_id, "type", id);

create index inventory_assets_status_idx on inventory_assets using btree (tenant_id, "status", id);

create index inventory_assets_parent_asset_id_idx on inventory_assets using btree (tenant_id, "parent_asset_id");

create index inventory_assets_location_id_idx on inventory_assets using btree (tenant_id, "location_id");

create index inventory_assets_assigned_user_id_idx on inventory_assets using btree (tenant_id, "assigned_user_id");

create index inventory_assets_department_id_idx on inventory_assets using btree (tenant_id, "department_id");

create index inventory_assets_account_id_idx on inventory_assets using btree (tenant_id, "account_id");

create index inventory_assets_contact_id_idx on inventory_assets using btree (tenant_id, "contact_id");

create index inventory_assets_product_id_idx on inventory_assets using btree (tenant_id, "product_id");

create index inventory_assets_supplier_account_id_idx on inventory_assets using btree (tenant_id, "supplier_account_id");

create index inventory_assets_owner_id_idx on inventory_assets using btree (tenant_id, "owner_id");

create index forms_forms_created_at_idx on forms_forms using btree (tenant_id, created_at desc, id);

create index forms_forms_name_idx on forms_forms using btree (tenant_id, "name", id);

create index forms_forms_model_key_idx on forms_forms using btree (tenant_id, "model_key", id);

create index forms_forms_status_idx on forms_forms using btree (tenant_id, "status", id);

create index forms_forms_published_at_idx on forms_forms using btree (tenant_id, "published_at", id);

create index forms_forms_owner_id_idx on forms_forms using btree (tenant_id, "owner_id");

create index forms_form_submissions_created_at_idx on forms_form_submissions using btree (tenant_id, created_at desc, id);

create index forms_form_submissions_form_id_idx on forms_form_submissions using btree (tenant_id, "form_id");

create index forms_form_submissions_status_idx on forms_form_submissions using btree (tenant_id, "status", id);

create index forms_form_submissions_submitted_at_idx on forms_form_submissions using btree (tenant_id, "submitted_at", id);

create index forms_form_submissions_user_id_idx on forms_form_submissions using btree (tenant_id, "user_id");

create index forms_form_submissions_account_id_idx on forms_form_submissions using btree (tenant_id, "account_id");

create index forms_form_submissions_contact_id_idx on forms_form_submissions using btree (tenant_id, "contact_id");

create index forms_form_submissions_record_id_idx on forms_form_submissions using btree (tenant_id, "record_id", id);

create index forms_form_submissions_owner_id_idx on forms_form_submissions using btree (tenant_id, "owner_id");

create index support_support_articles_created_at_idx on support_support_articles using btree (tenant_id, created_at desc, id);

create index support_support_articles_title_idx on support_support_articles using btree (tenant_id, "title", id);

create index support_support_articles_status_idx on support_support_articles using btree (tenant_id, "status", id);

create index support_support_articles_category_id_idx on support_support_articles using btree (tenant_id, "category_id");

create index support_support_articles_product_id_idx on support_support_articles using btree (tenant_id, "product_id");

create index support_support_articles_author_id_idx on support_support_articles using btree (tenant_id, "author_id");

create index support_support_articles_reviewer_id_idx on support_support_articles using btree (tenant_id, "reviewer_id");

create index support_support_articles_language_idx on support_support_articles using btree (tenant_id, "language", id);

create index support_support_articles_translation_of_id_idx on support_support_articles using btree (tenant_id, "translation_of_id");

create index support_support_articles_published_at_idx on support_support_articles using btree (tenant_id, "published_at", id);

create index support_support_articles_owner_id_idx on support_support_articles using btree (tenant_id, "owner_id");

create index support_support_article_files_created_at_idx on support_support_article_files using btree (tenant_id, created_at desc, id);

create index support_support_article_files_support_article_id_idx on support_support_article_files using btree (tenant_id, "support_article_id");

create index support_support_article_files_owner_id_idx on support_support_article_files using btree (tenant_id, "owner_id");

create index support_support_categories_created_at_idx on support_support_categories using btree (tenant_id, created_at desc, id);

create index support_support_categories_name_idx on support_support_categories using btree (tenant_id, "name", id);

create index support_support_categories_parent_category_id_idx on support_support_categories using btree (tenant_id, "parent_category_id");

create index support_support_categories_position_idx on support_support_categories using btree (tenant_id, "position", id);

create index customer_success_renewals_created_at_idx on customer_success_renewals using btree (tenant_id, created_at desc, id);

create index customer_success_renewals_account_id_idx on customer_success_renewals using btree (tenant_id, "account_id");

create index customer_success_renewals_contact_id_idx on customer_success_renewals using btree (tenant_id, "contact_id");

create index customer_success_renewals_product_id_idx on customer_success_renewals using btree (tenant_id, "product_id");

create index customer_success_renewals_success_manager_id_idx on customer_success_renewals using btree (tenant_id, "success_manager_id");

create index customer_success_renewals_status_idx on customer_success_renewals using btree (tenant_id, "status", id);

create index customer_success_renewals_renewal_date_idx on customer_success_renewals using btree (tenant_id, "renewal_date", id);

create index customer_success_renewals_contract_end_date_idx on customer_success_renewals using btree (tenant_id, "contract_end_date", id);

create index customer_success_renewals_owner_id_idx on customer_success_renewals using btree (tenant_id, "owner_id");

create index customer_success_health_scores_created_at_idx on customer_success_health_scores using btree (tenant_id, created_at desc, id);

create index customer_success_health_scores_account_id_idx on customer_success_health_scores using btree (tenant_id, "account_id");

create index customer_success_health_scores_contact_id_idx on customer_success_health_scores using btree (tenant_id, "contact_id");

create index customer_success_health_scores_product_id_idx on customer_success_health_scores using btree (tenant_id, "product_id");

create index customer_success_health_scores_success_manager_id_idx on customer_success_health_scores using btree (tenant_id, "success_manager_id");

create index customer_success_health_scores_status_idx on customer_success_health_scores using btree (tenant_id, "status", id);

create index customer_success_health_scores_measured_at_idx on customer_success_health_scores using btree (tenant_id, "measured_at", id);

create index customer_success_health_scores_owner_id_idx on customer_success_health_scores using btree (tenant_id, "owner_id");

create index customer_success_health_scores_account_id_measured_at_idx on customer_success_health_scores using btree (tenant_id, "account_id", "measured_at");

create index customer_success_success_plans_created_at_idx on customer_success_success_plans using btree (tenant_id, created_at desc, id);

create index customer_success_success_plans_account_id_idx on customer_success_success_plans using btree (tenant_id, "account_id");

create index customer_success_success_plans_contact_id_idx on customer_success_success_plans using btree (tenant_id, "contact_id");

create index customer_success_success_plans_product_id_idx on customer_success_success_plans using btree (tenant_id, "product_id");

create index customer_success_success_plans_renewal_id_idx on customer_success_success_plans using btree (tenant_id, "renewal_id");

create index customer_success_success_plans_success_manager_id_idx on customer_success_success_plans using btree (tenant_id, "success_manager_id");

create index customer_success_success_plans_executive_sponsor_id_idx on customer_success_success_plans using btree (tenant_id, "executive_sponsor_id");

create index customer_success_success_plans_type_idx on customer_success_success_plans using btree (tenant_id, "type", id);

create index customer_success_success_plans_status_idx on customer_success_success_plans using btree (tenant_id, "status", id);

create index customer_success_success_plans_start_date_idx on customer_success_success_plans using btree (tenant_id, "start_date", id);

create index customer_success_success_plans_target_date_idx on customer_success_success_plans using btree (tenant_id, "target_date", id);

create index customer_success_success_plans_owner_id_idx on customer_success_success_plans using btree (tenant_id, "owner_id");

create index customer_success_success_plan_tasks_created_at_idx on customer_success_success_plan_tasks using btree (tenant_id, created_at desc, id);

create index customer_success_success_plan_tasks_success_plan_id_idx on customer_success_success_plan_tasks using btree (tenant_id, "success_plan_id");

create index customer_success_success_plan_tasks_due_date_idx on customer_success_success_plan_tasks using btree (tenant_id, "due_date", id);

create index customer_success_success_plan_tasks_assigned_user_id_idx on customer_success_success_plan_tasks using btree (tenant_id, "assigned_user_id");

create index customer_success_success_plan_tasks_owner_id_idx on customer_success_success_plan_tasks using btree (tenant_id, "owner_id");

create index customer_success_escalations_created_at_idx on customer_success_escalations using btree (tenant_id, created_at desc, id);

create index customer_success_escalations_account_id_idx on customer_success_escalations using btree (tenant_id, "account_id");

create index customer_success_escalations_contact_id_idx on customer_success_escalations using btree (tenant_id, "contact_id");

create index customer_success_escalations_product_id_idx on customer_success_escalations using btree (tenant_id, "product_id");

create index customer_success_escalations_support_ticket_id_idx on customer_success_escalations using btree (tenant_id, "support_ticket_id");

create index customer_success_escalations_renewal_id_idx on customer_success_escalations using btree (tenant_id, "renewal_id");

create index customer_success_escalations_success_plan_id_idx on customer_success_escalations using btree (tenant_id, "success_plan_id");

create index customer_success_escalations_status_idx on customer_success_escalations using btree (tenant_id, "status", id);

create index customer_success_escalations_priority_idx on customer_success_escalations using btree (tenant_id, "priority", id);

create index customer_success_escalations_severity_idx on customer_success_escalations using btree (tenant_id, "severity", id);

create index customer_success_escalations_escalated_by_id_idx on customer_success_escalations using btree (tenant_id, "escalated_by_id");

create index customer_success_escalations_assigned_user_id_idx on customer_success_escalations using btree (tenant_id, "assigned_user_id");

create index customer_success_escalations_executive_sponsor_id_idx on customer_success_escalations using btree (tenant_id, "executive_sponsor_id");

create index customer_success_escalations_team_id_idx on customer_success_escalations using btree (tenant_id, "team_id");

create index customer_success_escalations_due_at_idx on customer_success_escalations using btree (tenant_id, "due_at", id);

create index customer_success_escalations_owner_id_idx on customer_success_escalations using btree (tenant_id, "owner_id");

create index customer_success_escalation_notes_created_at_idx on customer_success_escalation_notes using btree (tenant_id, created_at desc, id);

create index customer_success_escalation_notes_escalation_id_idx on customer_success_escalation_notes using btree (tenant_id, "escalation_id");

create index customer_success_escalation_notes_owner_id_idx on customer_success_escalation_notes using btree (tenant_id, "owner_id");

create index integrations_webhooks_created_at_idx on integrations_webhooks using btree (tenant_id, created_at desc, id);

alter table sales_contacts enable row level security, force row level security;

create policy tenant on sales_contacts using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table sales_contact_files enable row level security, force row level security;

create policy tenant on sales_contact_files using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table sales_contact_notes enable row level security, force row level security;

create policy tenant on sales_contact_notes using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table sales_contact_tasks enable row level security, force row level security;

create policy tenant on sales_contact_tasks using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table sales_contact_statuses enable row level security, force row level security;

create policy tenant on sales_contact_statuses using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table sales_student_histories enable row level security, force row level security;

create policy tenant on sales_student_histories using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table sales_accounts enable row level security, force row level security;

create policy tenant on sales_accounts using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table sales_account_files enable row level security, force row level security;

create policy tenant on sales_account_files using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table sales_account_notes enable row level security, force row level security;

create policy tenant on sales_account_notes using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table sales_account_tasks enable row level security, force row level security;

create policy tenant on sales_account_tasks using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table sales_account_statuses enable row level security, force row level security;

create policy tenant on sales_account_statuses using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table sales_account_types enable row level security, force row level security;

create policy tenant on sales_account_types using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table sales_account_sources enable row level security, force row level security;

create policy tenant on sales_account_sources using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table sales_account_ownerships enable row level security, force row level security;

create policy tenant on sales_account_ownerships using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table sales_account_products enable row level security, force row level security;

create policy tenant on sales_account_products using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table sales_leads enable row level security, force row level security;

create policy tenant on sales_leads using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table sales_lead_files enable row level security, force row level security;

create policy tenant on sales_lead_files using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table sales_lead_notes enable row level security, force row level security;

create policy tenant on sales_lead_notes using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table sales_lead_tasks enable row level security, force row level security;

create policy tenant on sales_lead_tasks using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table sales_lead_statuses enable row level security, force row level security;

create policy tenant on sales_lead_statuses using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table sales_lead_sources enable row level security, force row level security;

create policy tenant on sales_lead_sources using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table sales_opportunities enable row level security, force row level security;

create policy tenant on sales_opportunities using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table sales_opportunity_files enable row level security, force row level security;

create policy tenant on sales_opportunity_files using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table sales_opportunity_notes enable row level security, force row level security;

create policy tenant on sales_opportunity_notes using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table sales_opportunity_tasks enable row level security, force row level security;

create policy tenant on sales_opportunity_tasks using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table sales_opportunity_statuses enable row level security, force row level security;

create policy tenant on sales_opportunity_statuses using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table sales_opportunity_products enable row level security, force row level security;

create policy tenant on sales_opportunity_products using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table sales_quotes enable row level security, force row level security;

create policy tenant on sales_quotes using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table sales_quote_files enable row level security, force row level security;

create policy tenant on sales_quote_files using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table sales_quote_notes enable row level security, force row level security;

create policy tenant on sales_quote_notes using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table sales_quote_tasks enable row level security, force row level security;

create policy tenant on sales_quote_tasks using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table sales_quote_statuses enable row level security, force row level security;

create policy tenant on sales_quote_statuses using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table sales_quote_products enable row level security, force row level security;

create policy tenant on sales_quote_products using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table sales_orders enable row level security, force row level security;

create policy tenant on sales_orders using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table sales_order_files enable row level security, force row level security;

create policy tenant on sales_order_files using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table sales_order_notes enable row level security, force row level security;

create policy tenant on sales_order_notes using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table sales_order_tasks enable row level security, force row level security;

create policy tenant on sales_order_tasks using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table sales_order_statuses enable row level security, force row level security;

create policy tenant on sales_order_statuses using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table sales_order_products enable row level security, force row level security;

create policy tenant on sales_order_products using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table sales_products enable row level security, force row level security;

create policy tenant on sales_products using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table sales_product_files enable row level security, force row level security;

create policy tenant on sales_product_files using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table sales_product_notes enable row level security, force row level security;

create policy tenant on sales_product_notes using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table sales_product_tasks enable row level security, force row level security;

create policy tenant on sales_product_tasks using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table sales_product_statuses enable row level security, force row level security;

create policy tenant on sales_product_statuses using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table sales_organizations enable row level security, force row level security;

create policy tenant on sales_organizations using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table sales_organization_types enable row level security, force row level security;

create policy tenant on sales_organization_types using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table sales_organization_board_meetings enable row level security, force row level security;

create policy tenant on sales_organization_board_meetings using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table sales_organization_contacts enable row level security, force row level security;

create policy tenant on sales_organization_contacts using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table sales_organization_news enable row level security, force row level security;

create policy tenant on sales_organization_news using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table sales_insights enable row level security, force row level security;

create policy tenant on sales_insights using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table sales_insight_files enable row level security, force row level security;

create policy tenant on sales_insight_files using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table sales_insight_notes enable row level security, force row level security;

create policy tenant on sales_insight_notes using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table sales_insight_tasks enable row level security, force row level security;

create policy tenant on sales_insight_tasks using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table sales_insight_filters enable row level security, force row level security;

create policy tenant on sales_insight_filters using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table sales_insight_filter_files enable row level security, force row level security;

create policy tenant on sales_insight_filter_files using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table sales_insight_filter_notes enable row level security, force row level security;

create policy tenant on sales_insight_filter_notes using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table sales_insight_filter_tasks enable row level security, force row level security;

create policy tenant on sales_insight_filter_tasks using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table sales_campaigns enable row level security, force row level security;

create policy tenant on sales_campaigns using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table sales_tasks enable row level security, force row level security;

create policy tenant on sales_tasks using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table sales_notes enable row level security, force row level security;

create policy tenant on sales_notes using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table sales_files enable row level security, force row level security;

create policy tenant on sales_files using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table sales_regions enable row level security, force row level security;

create policy tenant on sales_regions using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table sales_industries enable row level security, force row level security;

create policy tenant on sales_industries using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table sales_sales_targets enable row level security, force row level security;

create policy tenant on sales_sales_targets using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table sales_sla_types enable row level security, force row level security;

create policy tenant on sales_sla_types using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table sales_business_listing_profiles enable row level security, force row level security;

create policy tenant on sales_business_listing_profiles using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table sales_professional_network_profiles enable row level security, force row level security;

create policy tenant on sales_professional_network_profiles using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table marketing_campaigns enable row level security, force row level security;

create policy tenant on marketing_campaigns using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table marketing_campaign_statuses enable row level security, force row level security;

create policy tenant on marketing_campaign_statuses using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table marketing_campaign_stakeholder_users enable row level security, force row level security;

create policy tenant on marketing_campaign_stakeholder_users using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table marketing_campaign_channel_ads enable row level security, force row level security;

create policy tenant on marketing_campaign_channel_ads using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table marketing_campaign_channel_ads_files enable row level security, force row level security;

create policy tenant on marketing_campaign_channel_ads_files using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table marketing_campaign_channel_ads_notes enable row level security, force row level security;

create policy tenant on marketing_campaign_channel_ads_notes using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table marketing_campaign_channel_ads_tasks enable row level security, force row level security;

create policy tenant on marketing_campaign_channel_ads_tasks using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table marketing_campaign_channel_emails enable row level security, force row level security;

create policy tenant on marketing_campaign_channel_emails using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table marketing_campaign_channel_email_files enable row level security, force row level security;

create policy tenant on marketing_campaign_channel_email_files using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table marketing_campaign_channel_email_notes enable row level security, force row level security;

create policy tenant on marketing_campaign_channel_email_notes using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table marketing_campaign_channel_email_tasks enable row level security, force row level security;

create policy tenant on marketing_campaign_channel_email_tasks using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table marketing_campaign_channel_ppc enable row level security, force row level security;

create policy tenant on marketing_campaign_channel_ppc using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table marketing_campaign_channel_ppc_files enable row level security, force row level security;

create policy tenant on marketing_campaign_channel_ppc_files using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table marketing_campaign_channel_ppc_notes enable row level security, force row level security;

create policy tenant on marketing_campaign_channel_ppc_notes using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table marketing_campaign_channel_ppc_tasks enable row level security, force row level security;

create policy tenant on marketing_campaign_channel_ppc_tasks using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table marketing_campaign_channel_sms enable row level security, force row level security;

create policy tenant on marketing_campaign_channel_sms using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table marketing_campaign_channel_sms_files enable row level security, force row level security;

create policy tenant on marketing_campaign_channel_sms_files using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table marketing_campaign_channel_sms_notes enable row level security, force row level security;

create policy tenant on marketing_campaign_channel_sms_notes using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table marketing_campaign_channel_sms_tasks enable row level security, force row level security;

create policy tenant on marketing_campaign_channel_sms_tasks using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table marketing_campaign_channel_social enable row level security, force row level security;

create policy tenant on marketing_campaign_channel_social using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table marketing_campaign_channel_social_files enable row level security, force row level security;

create policy tenant on marketing_campaign_channel_social_files using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table marketing_campaign_channel_social_notes enable row level security, force row level security;

create policy tenant on marketing_campaign_channel_social_notes using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table marketing_campaign_channel_social_tasks enable row level security, force row level security;

create policy tenant on marketing_campaign_channel_social_tasks using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table marketing_campaign_channel_web_content enable row level security, force row level security;

create policy tenant on marketing_campaign_channel_web_content using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table marketing_campaign_channel_web_content_files enable row level security, force row level security;

create policy tenant on marketing_campaign_channel_web_content_files using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table marketing_campaign_channel_web_content_notes enable row level security, force row level security;

create policy tenant on marketing_campaign_channel_web_content_notes using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table marketing_campaign_channel_web_content_tasks enable row level security, force row level security;

create policy tenant on marketing_campaign_channel_web_content_tasks using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table marketing_campaign_sequences enable row level security, force row level security;

create policy tenant on marketing_campaign_sequences using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table marketing_campaign_sequence_snapshots enable row level security, force row level security;

create policy tenant on marketing_campaign_sequence_snapshots using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table marketing_campaign_sequence_snapshot_contacts enable row level security, force row level security;

create policy tenant on marketing_campaign_sequence_snapshot_contacts using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table marketing_segments enable row level security, force row level security;

create policy tenant on marketing_segments using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table marketing_segment_files enable row level security, force row level security;

create policy tenant on marketing_segment_files using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table marketing_segment_notes enable row level security, force row level security;

create policy tenant on marketing_segment_notes using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table marketing_email_drip_campaigns enable row level security, force row level security;

create policy tenant on marketing_email_drip_campaigns using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table marketing_email_drip_campaign_notes enable row level security, force row level security;

create policy tenant on marketing_email_drip_campaign_notes using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table marketing_email_sequence_workflows enable row level security, force row level security;

create policy tenant on marketing_email_sequence_workflows using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table marketing_websites enable row level security, force row level security;

create policy tenant on marketing_websites using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table marketing_website_statuses enable row level security, force row level security;

create policy tenant on marketing_website_statuses using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table marketing_website_types enable row level security, force row level security;

create policy tenant on marketing_website_types using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table marketing_web_pages enable row level security, force row level security;

create policy tenant on marketing_web_pages using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table marketing_workflows enable row level security, force row level security;

create policy tenant on marketing_workflows using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table marketing_workflow_steps enable row level security, force row level security;

create policy tenant on marketing_workflow_steps using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table marketing_workflow_enrollments enable row level security, force row level security;

create policy tenant on marketing_workflow_enrollments using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table communications_campaigns enable row level security, force row level security;

create policy tenant on communications_campaigns using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table communications_campaign_files enable row level security, force row level security;

create policy tenant on communications_campaign_files using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table communications_campaign_notes enable row level security, force row level security;

create policy tenant on communications_campaign_notes using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table communications_campaign_tasks enable row level security, force row level security;

create policy tenant on communications_campaign_tasks using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table communications_conversations enable row level security, force row level security;

create policy tenant on communications_conversations using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table communications_comments enable row level security, force row level security;

create policy tenant on communications_comments using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table communications_emails enable row level security, force row level security;

create policy tenant on communications_emails using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table communications_email_files enable row level security, force row level security;

create policy tenant on communications_email_files using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table communications_email_lists enable row level security, force row level security;

create policy tenant on communications_email_lists using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table communications_email_snapshots enable row level security, force row level security;

create policy tenant on communications_email_snapshots using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table communications_email_snapshot_contacts enable row level security, force row level security;

create policy tenant on communications_email_snapshot_contacts using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table communications_email_templates enable row level security, force row level security;

create policy tenant on communications_email_templates using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table communications_referrals enable row level security, force row level security;

create policy tenant on communications_referrals using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table identity_users enable row level security, force row level security;

create policy tenant on identity_users using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

create trigger identity_users_changed after insert or update or delete on identity_users for each row execute function notify_changed();

alter table identity_roles enable row level security, force row level security;

create policy tenant on identity_roles using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

create trigger identity_roles_changed after insert or update or delete on identity_roles for each row execute function notify_changed();

alter table identity_teams enable row level security, force row level security;

create policy tenant on identity_teams using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

create trigger identity_teams_changed after insert or update or delete on identity_teams for each row execute function notify_changed();

alter table identity_team_users enable row level security, force row level security;

create policy tenant on identity_team_users using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

create trigger identity_team_users_changed after insert or update or delete on identity_team_users for each row execute function notify_changed();

alter table identity_departments enable row level security, force row level security;

create policy tenant on identity_departments using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table identity_department_users enable row level security, force row level security;

create policy tenant on identity_department_users using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table identity_employees enable row level security, force row level security;

create policy tenant on identity_employees using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table identity_contractors enable row level security, force row level security;

create policy tenant on identity_contractors using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table ai_ai_completion_logs enable row level security, force row level security;

create policy tenant on ai_ai_completion_logs using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table ui_screens enable row level security, force row level security;

create policy tenant on ui_screens using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table ui_screen_files enable row level security, force row level security;

create policy tenant on ui_screen_files using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table ui_screen_notes enable row level security, force row level security;

create policy tenant on ui_screen_notes using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table ui_screen_tasks enable row level security, force row level security;

create policy tenant on ui_screen_tasks using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table ui_screen_statuses enable row level security, force row level security;

create policy tenant on ui_screen_statuses using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table ui_screen_actions enable row level security, force row level security;

create policy tenant on ui_screen_actions using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table ui_screen_components enable row level security, force row level security;

create policy tenant on ui_screen_components using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table ui_user_screens enable row level security, force row level security;

create policy tenant on ui_user_screens using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table ui_workspaces enable row level security, force row level security;

create policy tenant on ui_workspaces using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table ui_components enable row level security, force row level security;

create policy tenant on ui_components using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table ui_registered_components enable row level security, force row level security;

create policy tenant on ui_registered_components using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table ui_dashboards enable row level security, force row level security;

create policy tenant on ui_dashboards using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table ui_drafts enable row level security, force row level security;

create policy tenant on ui_drafts using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table ui_record_recent_views enable row level security, force row level security;

create policy tenant on ui_record_recent_views using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table ui_support_tickets enable row level security, force row level security;

create policy tenant on ui_support_tickets using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table ui_support_ticket_files enable row level security, force row level security;

create policy tenant on ui_support_ticket_files using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table ui_support_ticket_notes enable row level security, force row level security;

create policy tenant on ui_support_ticket_notes using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table ui_support_ticket_tasks enable row level security, force row level security;

create policy tenant on ui_support_ticket_tasks using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table ui_support_ticket_resolutions enable row level security, force row level security;

create policy tenant on ui_support_ticket_resolutions using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table ui_enterprise_product_announcements enable row level security, force row level security;

create policy tenant on ui_enterprise_product_announcements using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table ui_enterprise_product_announcement_files enable row level security, force row level security;

create policy tenant on ui_enterprise_product_announcement_files using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table ui_enterprise_product_announcement_notes enable row level security, force row level security;

create policy tenant on ui_enterprise_product_announcement_notes using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table ui_enterprise_product_announcement_tasks enable row level security, force row level security;

create policy tenant on ui_enterprise_product_announcement_tasks using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table ui_settings enable row level security, force row level security;

create policy tenant on ui_settings using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table inventory_inventory_locations enable row level security, force row level security;

create policy tenant on inventory_inventory_locations using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table inventory_equipment enable row level security, force row level security;

create policy tenant on inventory_equipment using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table inventory_equipment_files enable row level security, force row level security;

create policy tenant on inventory_equipment_files using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table inventory_equipment_notes enable row level security, force row level security;

create policy tenant on inventory_equipment_notes using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table inventory_equipment_tasks enable row level security, force row level security;

create policy tenant on inventory_equipment_tasks using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table inventory_assets enable row level security, force row level security;

create policy tenant on inventory_assets using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table forms_forms enable row level security, force row level security;

create policy tenant on forms_forms using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table forms_form_submissions enable row level security, force row level security;

create policy tenant on forms_form_submissions using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table support_support_articles enable row level security, force row level security;

create policy tenant on support_support_articles using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table support_support_article_files enable row level security, force row level security;

create policy tenant on support_support_article_files using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table support_support_categories enable row level security, force row level security;

create policy tenant on support_support_categories using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table customer_success_renewals enable row level security, force row level security;

create policy tenant on customer_success_renewals using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table customer_success_health_scores enable row level security, force row level security;

create policy tenant on customer_success_health_scores using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table customer_success_success_plans enable row level security, force row level security;

create policy tenant on customer_success_success_plans using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table customer_success_success_plan_tasks enable row level security, force row level security;

create policy tenant on customer_success_success_plan_tasks using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table customer_success_escalations enable row level security, force row level security;

create policy tenant on customer_success_escalations using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table customer_success_escalation_notes enable row level security, force row level security;

create policy tenant on customer_success_escalation_notes using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table integrations_webhooks enable row level security, force row level security;

create policy tenant on integrations_webhooks using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table sales_contacts
  add constraint sales_contacts_account_id_fkey foreign key (tenant_id, "account_id") references sales_accounts (tenant_id, id) deferrable,
  add constraint sales_contacts_reports_to_id_fkey foreign key (tenant_id, "reports_to_id") references sales_contacts (tenant_id, id) deferrable,
  add constraint sales_contacts_status_id_fkey foreign key (tenant_id, "status_id") references sales_contact_statuses (tenant_id, id) deferrable,
  add constraint sales_contacts_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;

alter table sales_contact_files
  add constraint sales_contact_files_contact_id_fkey foreign key (tenant_id, "contact_id") references sales_contacts (tenant_id, id) deferrable,
  add constraint sales_contact_files_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;

alter table sales_contact_notes
  add constraint sales_contact_notes_contact_id_fkey foreign key (tenant_id, "contact_id") references sales_contacts (tenant_id, id) deferrable,
  add constraint sales_contact_notes_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;

alter table sales_contact_tasks
  add constraint sales_contact_tasks_contact_id_fkey foreign key (tenant_id, "contact_id") references sales_contacts (tenant_id, id) deferrable,
  add constraint sales_contact_tasks_assigned_user_id_fkey foreign key (tenant_id, "assigned_user_id") references identity_users (tenant_id, id) deferrable,
  add constraint sales_contact_tasks_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;

alter table sales_student_histories
  add constraint sales_student_histories_contact_id_fkey foreign key (tenant_id, "contact_id") references sales_contacts (tenant_id, id) deferrable,
  add constraint sales_student_histories_organization_id_fkey foreign key (tenant_id, "organization_id") references sales_organizations (tenant_id, id) deferrable,
  add constraint sales_student_histories_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;

alter table sales_accounts
  add constraint sales_accounts_industry_id_fkey foreign key (tenant_id, "industry_id") references sales_industries (tenant_id, id) deferrable,
  add constraint sales_accounts_type_id_fkey foreign key (tenant_id, "type_id") references sales_account_types (tenant_id, id) deferrable,
  add constraint sales_accounts_source_id_fkey foreign key (tenant_id, "source_id") references sales_account_sources (tenant_id, id) deferrable,
  add constraint sales_accounts_status_id_fkey foreign key (tenant_id, "status_id") references sales_account_statuses (tenant_id, id) deferrable,
  add constraint sales_accounts_parent_account_id_fkey foreign key (tenant_id, "parent_account_id") references sales_accounts (tenant_id, id) deferrable,
  add constraint sales_accounts_organization_id_fkey foreign key (tenant_id, "organization_id") references sales_organizations (tenant_id, id) deferrable,
  add constraint sales_accounts_region_id_fkey foreign key (tenant_id, "region_id") references sales_regions (tenant_id, id) deferrable,
  add constraint sales_accounts_sla_type_id_fkey foreign key (tenant_id, "sla_type_id") references sales_sla_types (tenant_id, id) deferrable,
  add constraint sales_accounts_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;

alter table sales_account_files
  add constraint sales_account_files_account_id_fkey foreign key (tenant_id, "account_id") references sales_accounts (tenant_id, id) deferrable,
  add constraint sales_account_files_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;

alter table sales_account_notes
  add constraint sales_account_notes_account_id_fkey foreign key (tenant_id, "account_id") references sales_accounts (tenant_id, id) deferrable,
  add constraint sales_account_notes_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;

alter table sales_account_tasks
  add constraint sales_account_tasks_account_id_fkey foreign key (tenant_id, "account_id") references sales_accounts (tenant_id, id) deferrable,
  add constraint sales_account_tasks_assigned_user_id_fkey foreign key (tenant_id, "assigned_user_id") references identity_users (tenant_id, id) deferrable,
  add constraint sales_account_tasks_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;

alter table sales_account_ownerships
  add constraint sales_account_ownerships_account_id_fkey foreign key (tenant_id, "account_id") references sales_accounts (tenant_id, id) deferrable,
  add constraint sales_account_ownerships_user_id_fkey foreign key (tenant_id, "user_id") references identity_users (tenant_id, id) deferrable,
  add constraint sales_account_ownerships_team_id_fkey foreign key (tenant_id, "team_id") references identity_teams (tenant_id, id) deferrable,
  add constraint sales_account_ownerships_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;

alter table sales_account_products
  add constraint sales_account_products_account_id_fkey foreign key (tenant_id, "account_id") references sales_accounts (tenant_id, id) deferrable,
  add constraint sales_account_products_product_id_fkey foreign key (tenant_id, "product_id") references sales_products (tenant_id, id) deferrable,
  add constraint sales_account_products_order_id_fkey foreign key (tenant_id, "order_id") references sales_orders (tenant_id, id) deferrable,
  add constraint sales_account_products_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;

alter table sales_leads
  add constraint sales_leads_industry_id_fkey foreign key (tenant_id, "industry_id") references sales_industries (tenant_id, id) deferrable,
  add constraint sales_leads_region_id_fkey foreign key (tenant_id, "region_id") references sales_regions (tenant_id, id) deferrable,
  add constraint sales_leads_status_id_fkey foreign key (tenant_id, "status_id") references sales_lead_statuses (tenant_id, id) deferrable,
  add constraint sales_leads_source_id_fkey foreign key (tenant_id, "source_id") references sales_lead_sources (tenant_id, id) deferrable,
  add constraint sales_leads_campaign_id_fkey foreign key (tenant_id, "campaign_id") references marketing_campaigns (tenant_id, id) deferrable,
  add constraint sales_leads_sales_campaign_id_fkey foreign key (tenant_id, "sales_campaign_id") references sales_campaigns (tenant_id, id) deferrable,
  add constraint sales_leads_converted_contact_id_fkey foreign key (tenant_id, "converted_contact_id") references sales_contacts (tenant_id, id) deferrable,
  add constraint sales_leads_converted_account_id_fkey foreign key (tenant_id, "converted_account_id") references sales_accounts (tenant_id, id) deferrable,
  add constraint sales_leads_converted_opportunity_id_fkey foreign key (tenant_id, "converted_opportunity_id") references sales_opportunities (tenant_id, id) deferrable,
  add constraint sales_leads_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;

alter table sales_lead_files
  add constraint sales_lead_files_lead_id_fkey foreign key (tenant_id, "lead_id") references sales_leads (tenant_id, id) deferrable,
  add constraint sales_lead_files_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;

alter table sales_lead_notes
  add constraint sales_lead_notes_lead_id_fkey foreign key (tenant_id, "lead_id") references sales_leads (tenant_id, id) deferrable,
  add constraint sales_lead_notes_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;

alter table sales_lead_tasks
  add constraint sales_lead_tasks_lead_id_fkey foreign key (tenant_id, "lead_id") references sales_leads (tenant_id, id) deferrable,
  add constraint sales_lead_tasks_assigned_user_id_fkey foreign key (tenant_id, "assigned_user_id") references identity_users (tenant_id, id) deferrable,
  add constraint sales_lead_tasks_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;

alter table sales_opportunities
  add constraint sales_opportunities_account_id_fkey foreign key (tenant_id, "account_id") references sales_accounts (tenant_id, id) deferrable,
  add constraint sales_opportunities_contact_id_fkey foreign key (tenant_id, "contact_id") references sales_contacts (tenant_id, id) deferrable,
  add constraint sales_opportunities_status_id_fkey foreign key (tenant_id, "status_id") references sales_opportunity_statuses (tenant_id, id) deferrable,
  add constraint sales_opportunities_lead_id_fkey foreign key (tenant_id, "lead_id") references sales_leads (tenant_id, id) deferrable,
  add constraint sales_opportunities_campaign_id_fkey foreign key (tenant_id, "campaign_id") references marketing_campaigns (tenant_id, id) deferrable,
  add constraint sales_opportunities_sales_campaign_id_fkey foreign key (tenant_id, "sales_campaign_id") references sales_campaigns (tenant_id, id) deferrable,
  add constraint sales_opportunities_region_id_fkey foreign key (tenant_id, "region_id") references sales_regions (tenant_id, id) deferrable,
  add constraint sales_opportunities_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;

alter table sales_opportunity_files
  add constraint sales_opportunity_files_opportunity_id_fkey foreign key (tenant_id, "opportunity_id") references sales_opportunities (tenant_id, id) deferrable,
  add constraint sales_opportunity_files_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;

alter table sales_opportunity_notes
  add constraint sales_opportunity_notes_opportunity_id_fkey foreign key (tenant_id, "opportunity_id") references sales_opportunities (tenant_id, id) deferrable,
  add constraint sales_opportunity_notes_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;

alter table sales_opportunity_tasks
  add constraint sales_opportunity_tasks_opportunity_id_fkey foreign key (tenant_id, "opportunity_id") references sales_opportunities (tenant_id, id) deferrable,
  add constraint sales_opportunity_tasks_assigned_user_id_fkey foreign key (tenant_id, "assigned_user_id") references identity_users (tenant_id, id) deferrable,
  add constraint sales_opportunity_tasks_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;

alter table sales_opportunity_products
  add constraint sales_opportunity_products_opportunity_id_fkey foreign key (tenant_id, "opportunity_id") references sales_opportunities (tenant_id, id) deferrable,
  add constraint sales_opportunity_products_product_id_fkey foreign key (tenant_id, "product_id") references sales_products (tenant_id, id) deferrable,
  add constraint sales_opportunity_products_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;

alter table sales_quotes
  add constraint sales_quotes_account_id_fkey foreign key (tenant_id, "account_id") references sales_accounts (tenant_id, id) deferrable,
  add constraint sales_quotes_contact_id_fkey foreign key (tenant_id, "contact_id") references sales_contacts (tenant_id, id) deferrable,
  add constraint sales_quotes_opportunity_id_fkey foreign key (tenant_id, "opportunity_id") references sales_opportunities (tenant_id, id) deferrable,
  add constraint sales_quotes_status_id_fkey foreign key (tenant_id, "status_id") references sales_quote_statuses (tenant_id, id) deferrable,
  add constraint sales_quotes_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;

alter table sales_quote_files
  add constraint sales_quote_files_quote_id_fkey foreign key (tenant_id, "quote_id") references sales_quotes (tenant_id, id) deferrable,
  add constraint sales_quote_files_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;

alter table sales_quote_notes
  add constraint sales_quote_notes_quote_id_fkey foreign key (tenant_id, "quote_id") references sales_quotes (tenant_id, id) deferrable,
  add constraint sales_quote_notes_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;

alter table sales_quote_tasks
  add constraint sales_quote_tasks_quote_id_fkey foreign key (tenant_id, "quote_id") references sales_quotes (tenant_id, id) deferrable,
  add constraint sales_quote_tasks_assigned_user_id_fkey foreign key (tenant_id, "assigned_user_id") references identity_users (tenant_id, id) deferrable,
  add constraint sales_quote_tasks_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;

alter table sales_quote_products
  add constraint sales_quote_products_quote_id_fkey foreign key (tenant_id, "quote_id") references sales_quotes (tenant_id, id) deferrable,
  add constraint sales_quote_products_product_id_fkey foreign key (tenant_id, "product_id") references sales_products (tenant_id, id) deferrable,
  add constraint sales_quote_products_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;

alter table sales_orders
  add constraint sales_orders_account_id_fkey foreign key (tenant_id, "account_id") references sales_accounts (tenant_id, id) deferrable,
  add constraint sales_orders_contact_id_fkey foreign key (tenant_id, "contact_id") references sales_contacts (tenant_id, id) deferrable,
  add constraint sales_orders_opportunity_id_fkey foreign key (tenant_id, "opportunity_id") references sales_opportunities (tenant_id, id) deferrable,
  add constraint sales_orders_quote_id_fkey foreign key (tenant_id, "quote_id") references sales_quotes (tenant_id, id) deferrable,
  add constraint sales_orders_status_id_fkey foreign key (tenant_id, "status_id") references sales_order_statuses (tenant_id, id) deferrable,
  add constraint sales_orders_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;

alter table sales_order_files
  add constraint sales_order_files_order_id_fkey foreign key (tenant_id, "order_id") references sales_orders (tenant_id, id) deferrable,
  add constraint sales_order_files_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;

alter table sales_order_notes
  add constraint sales_order_notes_order_id_fkey foreign key (tenant_id, "order_id") references sales_orders (tenant_id, id) deferrable,
  add constraint sales_order_notes_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;

alter table sales_order_tasks
  add constraint sales_order_tasks_order_id_fkey foreign key (tenant_id, "order_id") references sales_orders (tenant_id, id) deferrable,
  add constraint sales_order_tasks_assigned_user_id_fkey foreign key (tenant_id, "assigned_user_id") references identity_users (tenant_id, id) deferrable,
  add constraint sales_order_tasks_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;

alter table sales_order_products
  add constraint sales_order_products_order_id_fkey foreign key (tenant_id, "order_id") references sales_orders (tenant_id, id) deferrable,
  add constraint sales_order_products_product_id_fkey foreign key (tenant_id, "product_id") references sales_products (tenant_id, id) deferrable,
  add constraint sales_order_products_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;

alter table sales_products
  add constraint sales_products_supplier_account_id_fkey foreign key (tenant_id, "supplier_account_id") references sales_accounts (tenant_id, id) deferrable,
  add constraint sales_products_status_id_fkey foreign key (tenant_id, "status_id") references sales_product_statuses (tenant_id, id) deferrable,
  add constraint sales_products_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;

alter table sales_product_files
  add constraint sales_product_files_product_id_fkey foreign key (tenant_id, "product_id") references sales_products (tenant_id, id) deferrable,
  add constraint sales_product_files_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;

alter table sales_product_notes
  add constraint sales_product_notes_product_id_fkey foreign key (tenant_id, "product_id") references sales_products (tenant_id, id) deferrable,
  add constraint sales_product_notes_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;

alter table sales_product_tasks
  add constraint sales_product_tasks_product_id_fkey foreign key (tenant_id, "product_id") references sales_products (tenant_id, id) deferrable,
  add constraint sales_product_tasks_assigned_user_id_fkey foreign key (tenant_id, "assigned_user_id") references identity_users (tenant_id, id) deferrable,
  add constraint sales_product_tasks_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;

alter table sales_organizations
  add constraint sales_organizations_type_id_fkey foreign key (tenant_id, "type_id") references sales_organization_types (tenant_id, id) deferrable,
  add constraint sales_organizations_industry_id_fkey foreign key (tenant_id, "industry_id") references sales_industries (tenant_id, id) deferrable,
  add constraint sales_organizations_region_id_fkey foreign key (tenant_id, "region_id") references sales_regions (tenant_id, id) deferrable,
  add constraint sales_organizations_account_id_fkey foreign key (tenant_id, "account_id") references sales_accounts (tenant_id, id) deferrable,
  add constraint sales_organizations_parent_organization_id_fkey foreign key (tenant_id, "parent_organization_id") references sales_organizations (tenant_id, id) deferrable,
  add constraint sales_organizations_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;

alter table sales_organization_board_meetings
  add constraint sales_organization_board_meetings_organization_id_fkey foreign key (tenant_id, "organization_id") references sales_organizations (tenant_id, id) deferrable,
  add constraint sales_organization_board_meetings_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;

alter table sales_organization_contacts
  add constraint sales_organization_contacts_organization_id_fkey foreign key (tenant_id, "organization_id") references sales_organizations (tenant_id, id) deferrable,
  add constraint sales_organization_contacts_contact_id_fkey foreign key (tenant_id, "contact_id") references sales_contacts (tenant_id, id) deferrable,
  add constraint sales_organization_contacts_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;

alter table sales_organization_news
  add constraint sales_organization_news_organization_id_fkey foreign key (tenant_id, "organization_id") references sales_organizations (tenant_id, id) deferrable,
  add constraint sales_organization_news_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;

alter table sales_insights
  add constraint sales_insights_account_id_fkey foreign key (tenant_id, "account_id") references sales_accounts (tenant_id, id) deferrable,
  add constraint sales_insights_contact_id_fkey foreign key (tenant_id, "contact_id") references sales_contacts (tenant_id, id) deferrable,
  add constraint sales_insights_opportunity_id_fkey foreign key (tenant_id, "opportunity_id") references sales_opportunities (tenant_id, id) deferrable,
  add constraint sales_insights_organization_id_fkey foreign key (tenant_id, "organization_id") references sales_organizations (tenant_id, id) deferrable,
  add constraint sales_insights_product_id_fkey foreign key (tenant_id, "product_id") references sales_products (tenant_id, id) deferrable,
  add constraint sales_insights_region_id_fkey foreign key (tenant_id, "region_id") references sales_regions (tenant_id, id) deferrable,
  add constraint sales_insights_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;

alter table sales_insight_files
  add constraint sales_insight_files_insight_id_fkey foreign key (tenant_id, "insight_id") references sales_insights (tenant_id, id) deferrable,
  add constraint sales_insight_files_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;

alter table sales_insight_notes
  add constraint sales_insight_notes_insight_id_fkey foreign key (tenant_id, "insight_id") references sales_insights (tenant_id, id) deferrable,
  add constraint sales_insight_notes_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;

alter table sales_insight_tasks
  add constraint sales_insight_tasks_insight_id_fkey foreign key (tenant_id, "insight_id") references sales_insights (tenant_id, id) deferrable,
  add constraint sales_insight_tasks_assigned_user_id_fkey foreign key (tenant_id, "assigned_user_id") references identity_users (tenant_id, id) deferrable,
  add constraint sales_insight_tasks_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;

alter table sales_insight_filters
  add constraint sales_insight_filters_insight_id_fkey foreign key (tenant_id, "insight_id") references sales_insights (tenant_id, id) deferrable,
  add constraint sales_insight_filters_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;

alter table sales_insight_filter_files
  add constraint sales_insight_filter_files_insight_filter_id_fkey foreign key (tenant_id, "insight_filter_id") references sales_insight_filters (tenant_id, id) deferrable,
  add constraint sales_insight_filter_files_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;

alter table sales_insight_filter_notes
  add constraint sales_insight_filter_notes_insight_filter_id_fkey foreign key (tenant_id, "insight_filter_id") references sales_insight_filters (tenant_id, id) deferrable,
  add constraint sales_insight_filter_notes_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;

alter table sales_insight_filter_tasks
  add constraint sales_insight_filter_tasks_insight_filter_id_fkey foreign key (tenant_id, "insight_filter_id") references sales_insight_filters (tenant_id, id) deferrable,
  add constraint sales_insight_filter_tasks_assigned_user_id_fkey foreign key (tenant_id, "assigned_user_id") references identity_users (tenant_id, id) deferrable,
  add constraint sales_insight_filter_tasks_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;

alter table sales_campaigns
  add constraint sales_campaigns_marketing_campaign_id_fkey foreign key (tenant_id, "marketing_campaign_id") references marketing_campaigns (tenant_id, id) deferrable,
  add constraint sales_campaigns_parent_campaign_id_fkey foreign key (tenant_id, "parent_campaign_id") references sales_campaigns (tenant_id, id) deferrable,
  add constraint sales_campaigns_region_id_fkey foreign key (tenant_id, "region_id") references sales_regions (tenant_id, id) deferrable,
  add constraint sales_campaigns_industry_id_fkey foreign key (tenant_id, "industry_id") references sales_industries (tenant_id, id) deferrable,
  add constraint sales_campaigns_product_id_fkey foreign key (tenant_id, "product_id") references sales_products (tenant_id, id) deferrable,
  add constraint sales_campaigns_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;

alter table sales_tasks
  add constraint sales_tasks_assigned_user_id_fkey foreign key (tenant_id, "assigned_user_id") references identity_users (tenant_id, id) deferrable,
  add constraint sales_tasks_contact_id_fkey foreign key (tenant_id, "contact_id") references sales_contacts (tenant_id, id) deferrable,
  add constraint sales_tasks_account_id_fkey foreign key (tenant_id, "account_id") references sales_accounts (tenant_id, id) deferrable,
  add constraint sales_tasks_lead_id_fkey foreign key (tenant_id, "lead_id") references sales_leads (tenant_id, id) deferrable,
  add constraint sales_tasks_opportunity_id_fkey foreign key (tenant_id, "opportunity_id") references sales_opportunities (tenant_id, id) deferrable,
  add constraint sales_tasks_quote_id_fkey foreign key (tenant_id, "quote_id") references sales_quotes (tenant_id, id) deferrable,
  add constraint sales_tasks_order_id_fkey foreign key (tenant_id, "order_id") references sales_orders (tenant_id, id) deferrable,
  add constraint sales_tasks_product_id_fkey foreign key (tenant_id, "product_id") references sales_products (tenant_id, id) deferrable,
  add constraint sales_tasks_organization_id_fkey foreign key (tenant_id, "organization_id") references sales_organizations (tenant_id, id) deferrable,
  add constraint sales_tasks_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;

alter table sales_notes
  add constraint sales_notes_contact_id_fkey foreign key (tenant_id, "contact_id") references sales_contacts (tenant_id, id) deferrable,
  add constraint sales_notes_account_id_fkey foreign key (tenant_id, "account_id") references sales_accounts (tenant_id, id) deferrable,
  add constraint sales_notes_lead_id_fkey foreign key (tenant_id, "lead_id") references sales_leads (tenant_id, id) deferrable,
  add constraint sales_notes_opportunity_id_fkey foreign key (tenant_id, "opportunity_id") references sales_opportunities (tenant_id, id) deferrable,
  add constraint sales_notes_quote_id_fkey foreign key (tenant_id, "quote_id") references sales_quotes (tenant_id, id) deferrable,
  add constraint sales_notes_order_id_fkey foreign key (tenant_id, "order_id") references sales_orders (tenant_id, id) deferrable,
  add constraint sales_notes_product_id_fkey foreign key (tenant_id, "product_id") references sales_products (tenant_id, id) deferrable,
  add constraint sales_notes_organization_id_fkey foreign key (tenant_id, "organization_id") references sales_organizations (tenant_id, id) deferrable,
  add constraint sales_notes_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;

alter table sales_files
  add constraint sales_files_contact_id_fkey foreign key (tenant_id, "contact_id") references sales_contacts (tenant_id, id) deferrable,
  add constraint sales_files_account_id_fkey foreign key (tenant_id, "account_id") references sales_accounts (tenant_id, id) deferrable,
  add constraint sales_files_lead_id_fkey foreign key (tenant_id, "lead_id") references sales_leads (tenant_id, id) deferrable,
  add constraint sales_files_opportunity_id_fkey foreign key (tenant_id, "opportunity_id") references sales_opportunities (tenant_id, id) deferrable,
  add constraint sales_files_quote_id_fkey foreign key (tenant_id, "quote_id") references sales_quotes (tenant_id, id) deferrable,
  add constraint sales_files_order_id_fkey foreign key (tenant_id, "order_id") references sales_orders (tenant_id, id) deferrable,
  add constraint sales_files_product_id_fkey foreign key (tenant_id, "product_id") references sales_products (tenant_id, id) deferrable,
  add constraint sales_files_organization_id_fkey foreign key (tenant_id, "organization_id") references sales_organizations (tenant_id, id) deferrable,
  add constraint sales_files_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;

alter table sales_regions
  add constraint sales_regions_parent_region_id_fkey foreign key (tenant_id, "parent_region_id") references sales_regions (tenant_id, id) deferrable,
  add constraint sales_regions_manager_id_fkey foreign key (tenant_id, "manager_id") references identity_users (tenant_id, id) deferrable;

alter table sales_industries
  add constraint sales_industries_parent_industry_id_fkey foreign key (tenant_id, "parent_industry_id") references sales_industries (tenant_id, id) deferrable;

alter table sales_sales_targets
  add constraint sales_sales_targets_user_id_fkey foreign key (tenant_id, "user_id") references identity_users (tenant_id, id) deferrable,
  add constraint sales_sales_targets_team_id_fkey foreign key (tenant_id, "team_id") references identity_teams (tenant_id, id) deferrable,
  add constraint sales_sales_targets_region_id_fkey foreign key (tenant_id, "region_id") references sales_regions (tenant_id, id) deferrable,
  add constraint sales_sales_targets_product_id_fkey foreign key (tenant_id, "product_id") references sales_products (tenant_id, id) deferrable,
  add constraint sales_sales_targets_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;

alter table sales_business_listing_profiles
  add constraint sales_business_listing_profiles_account_id_fkey foreign key (tenant_id, "account_id") references sales_accounts (tenant_id, id) deferrable,
  add constraint sales_business_listing_profiles_organization_id_fkey foreign key (tenant_id, "organization_id") references sales_organizations (tenant_id, id) deferrable,
  add constraint sales_business_listing_profiles_lead_id_fkey foreign key (tenant_id, "lead_id") references sales_leads (tenant_id, id) deferrable,
  add constraint sales_business_listing_profiles_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;

alter table sales_professional_network_profiles
  add constraint sales_professional_network_profiles_contact_id_fkey foreign key (tenant_id, "contact_id") references sales_contacts (tenant_id, id) deferrable,
  add constraint sales_professional_network_profiles_lead_id_fkey foreign key (tenant_id, "lead_id") references sales_leads (tenant_id, id) deferrable,
  add constraint sales_professional_network_profiles_account_id_fkey foreign key (tenant_id, "account_id") references sales_accounts (tenant_id, id) deferrable,
  add constraint sales_professional_network_profiles_organization_id_fkey foreign key (tenant_id, "organization_id") references sales_organizations (tenant_id, id) deferrable,
  add constraint sales_professional_network_profiles_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;

alter table marketing_campaigns
  add constraint marketing_campaigns_status_id_fkey foreign key (tenant_id, "status_id") references marketing_campaign_statuses (tenant_id, id) deferrable,
  add constraint marketing_campaigns_parent_campaign_id_fkey foreign key (tenant_id, "parent_campaign_id") references marketing_campaigns (tenant_id, id) deferrable,
  add constraint marketing_campaigns_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;

alter table marketing_campaign_stakeholder_users
  add constraint marketing_campaign_stakeholder_users_campaign_id_fkey foreign key (tenant_id, "campaign_id") references marketing_campaigns (tenant_id, id) deferrable,
  add constraint marketing_campaign_stakeholder_users_user_id_fkey foreign key (tenant_id, "user_id") references identity_users (tenant_id, id) deferrable,
  add constraint marketing_campaign_stakeholder_users_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;

alter table marketing_campaign_channel_ads
  add constraint marketing_campaign_channel_ads_campaign_id_fkey foreign key (tenant_id, "campaign_id") references marketing_campaigns (tenant_id, id) deferrable,
  add constraint marketing_campaign_channel_ads_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;

alter table marketing_campaign_channel_ads_files
  add constraint marketing_campaign_channel_ads_files_campaign_cha_12979585_fkey foreign key (tenant_id, "campaign_channel_ad_id") references marketing_campaign_channel_ads (tenant_id, id) deferrable,
  add constraint marketing_campaign_channel_ads_files_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;

alter table marketing_campaign_channel_ads_notes
  add constraint marketing_campaign_channel_ads_notes_campaign_cha_04689248_fkey foreign key (tenant_id, "campaign_channel_ad_id") references marketing_campaign_channel_ads (tenant_id, id) deferrable,
  add constraint marketing_campaign_channel_ads_notes_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;

alter table marketing_campaign_channel_ads_tasks
  add constraint marketing_campaign_channel_ads_tasks_campaign_cha_a97cb8ce_fkey foreign key (tenant_id, "campaign_channel_ad_id") references marketing_campaign_channel_ads (tenant_id, id) deferrable,
  add constraint marketing_campaign_channel_ads_tasks_assigned_user_id_fkey foreign key (tenant_id, "assigned_user_id") references identity_users (tenant_id, id) deferrable,
  add constraint marketing_campaign_channel_ads_tasks_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;

alter table marketing_campaign_channel_emails
  add constraint marketing_campaign_channel_emails_campaign_id_fkey foreign key (tenant_id, "campaign_id") references marketing_campaigns (tenant_id, id) deferrable,
  add constraint marketing_campaign_channel_emails_template_id_fkey foreign key (tenant_id, "template_id") references communications_email_templates (tenant_id, id) deferrable,
  add constraint marketing_campaign_channel_emails_email_list_id_fkey foreign key (tenant_id, "email_list_id") references communications_email_lists (tenant_id, id) deferrable,
  add constraint marketing_campaign_channel_emails_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;

alter table marketing_campaign_channel_email_files
  add constraint marketing_campaign_channel_email_files_campaign_c_a8190715_fkey foreign key (tenant_id, "campaign_channel_email_id") references marketing_campaign_channel_emails (tenant_id, id) deferrable,
  add constraint marketing_campaign_channel_email_files_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;

alter table marketing_campaign_channel_email_notes
  add constraint marketing_campaign_channel_email_notes_campaign_c_584e763a_fkey foreign key (tenant_id, "campaign_channel_email_id") references marketing_campaign_channel_emails (tenant_id, id) deferrable,
  add constraint marketing_campaign_channel_email_notes_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;

alter table marketing_campaign_channel_email_tasks
  add constraint marketing_campaign_channel_email_tasks_campaign_c_7cd37535_fkey foreign key (tenant_id, "campaign_channel_email_id") references marketing_campaign_channel_emails (tenant_id, id) deferrable,
  add constraint marketing_campaign_channel_email_tasks_assigned_user_id_fkey foreign key (tenant_id, "assigned_user_id") references identity_users (tenant_id, id) deferrable,
  add constraint marketing_campaign_channel_email_tasks_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;

alter table marketing_campaign_channel_ppc
  add constraint marketing_campaign_channel_ppc_campaign_id_fkey foreign key (tenant_id, "campaign_id") references marketing_campaigns (tenant_id, id) deferrable,
  add constraint marketing_campaign_channel_ppc_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;

alter table marketing_campaign_channel_ppc_files
  add constraint marketing_campaign_channel_ppc_files_campaign_cha_896ed37c_fkey foreign key (tenant_id, "campaign_channel_ppc_id") references marketing_campaign_channel_ppc (tenant_id, id) deferrable,
  add constraint marketing_campaign_channel_ppc_files_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;

alter table marketing_campaign_channel_ppc_notes
  add constraint marketing_campaign_channel_ppc_notes_campaign_cha_a7509311_fkey foreign key (tenant_id, "campaign_channel_ppc_id") references marketing_campaign_channel_ppc (tenant_id, id) deferrable,
  add constraint marketing_campaign_channel_ppc_notes_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;

alter table marketing_campaign_channel_ppc_tasks
  add constraint marketing_campaign_channel_ppc_tasks_campaign_cha_e5c2bb43_fkey foreign key (tenant_id, "campaign_channel_ppc_id") references marketing_campaign_channel_ppc (tenant_id, id) deferrable,
  add constraint marketing_campaign_channel_ppc_tasks_assigned_user_id_fkey foreign key (tenant_id, "assigned_user_id") references identity_users (tenant_id, id) deferrable,
  add constraint marketing_campaign_channel_ppc_tasks_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;

alter table marketing_campaign_channel_sms
  add constraint marketing_campaign_channel_sms_campaign_id_fkey foreign key (tenant_id, "campaign_id") references marketing_campaigns (tenant_id, id) deferrable,
  add constraint marketing_campaign_channel_sms_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;

alter table marketing_campaign_channel_sms_files
  add constraint marketing_campaign_channel_sms_files_campaign_cha_7067aaac_fkey foreign key (tenant_id, "campaign_channel_sms_id") references marketing_campaign_channel_sms (tenant_id, id) deferrable,
  add constraint marketing_campaign_channel_sms_files_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;

alter table marketing_campaign_channel_sms_notes
  add constraint marketing_campaign_channel_sms_notes_campaign_cha_ffe75cae_fkey foreign key (tenant_id, "campaign_channel_sms_id") references marketing_campaign_channel_sms (tenant_id, id) deferrable,
  add constraint marketing_campaign_channel_sms_notes_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;

alter table marketing_campaign_channel_sms_tasks
  add constraint marketing_campaign_channel_sms_tasks_campaign_cha_05daff45_fkey foreign key (tenant_id, "campaign_channel_sms_id") references marketing_campaign_channel_sms (tenant_id, id) deferrable,
  add constraint marketing_campaign_channel_sms_tasks_assigned_user_id_fkey foreign key (tenant_id, "assigned_user_id") references identity_users (tenant_id, id) deferrable,
  add constraint marketing_campaign_channel_sms_tasks_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;

alter table marketing_campaign_channel_social
  add constraint marketing_campaign_channel_social_campaign_id_fkey foreign key (tenant_id, "campaign_id") references marketing_campaigns (tenant_id, id) deferrable,
  add constraint marketing_campaign_channel_social_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;

alter table marketing_campaign_channel_social_files
  add constraint marketing_campaign_channel_social_files_campaign__8f25bc9e_fkey foreign key (tenant_id, "campaign_channel_social_id") references marketing_campaign_channel_social (tenant_id, id) deferrable,
  add constraint marketing_campaign_channel_social_files_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;

alter table marketing_campaign_channel_social_notes
  add constraint marketing_campaign_channel_social_notes_campaign__b2e2193e_fkey foreign key (tenant_id, "campaign_channel_social_id") references marketing_campaign_channel_social (tenant_id, id) deferrable,
  add constraint marketing_campaign_channel_social_notes_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;

alter table marketing_campaign_channel_social_tasks
  add constraint marketing_campaign_channel_social_tasks_campaign__4226d43f_fkey foreign key (tenant_id, "campaign_channel_social_id") references marketing_campaign_channel_social (tenant_id, id) deferrable,
  add constraint marketing_campaign_channel_social_tasks_assigned_user_id_fkey foreign key (tenant_id, "assigned_user_id") references identity_users (tenant_id, id) deferrable,
  add constraint marketing_campaign_channel_social_tasks_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;

alter table marketing_campaign_channel_web_content
  add constraint marketing_campaign_channel_web_content_campaign_id_fkey foreign key (tenant_id, "campaign_id") references marketing_campaigns (tenant_id, id) deferrable,
  add constraint marketing_campaign_channel_web_content_website_id_fkey foreign key (tenant_id, "website_id") references marketing_websites (tenant_id, id) deferrable,
  add constraint marketing_campaign_channel_web_content_web_page_id_fkey foreign key (tenant_id, "web_page_id") references marketing_web_pages (tenant_id, id) deferrable,
  add constraint marketing_campaign_channel_web_content_author_user_id_fkey foreign key (tenant_id, "author_user_id") references identity_users (tenant_id, id) deferrable,
  add constraint marketing_campaign_channel_web_content_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;

alter table marketing_campaign_channel_web_content_files
  add constraint marketing_campaign_channel_web_content_files_camp_69bf1219_fkey foreign key (tenant_id, "campaign_channel_web_content_id") references marketing_campaign_channel_web_content (tenant_id, id) deferrable,
  add constraint marketing_campaign_channel_web_content_files_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;

alter table marketing_campaign_channel_web_content_notes
  add constraint marketing_campaign_channel_web_content_notes_camp_1b25b38c_fkey foreign key (tenant_id, "campaign_channel_web_content_id") references marketing_campaign_channel_web_content (tenant_id, id) deferrable,
  add constraint marketing_campaign_channel_web_content_notes_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;

alter table marketing_campaign_channel_web_content_tasks
  add constraint marketing_campaign_channel_web_content_tasks_camp_bb2cbb10_fkey foreign key (tenant_id, "campaign_channel_web_content_id") references marketing_campaign_channel_web_content (tenant_id, id) deferrable,
  add constraint marketing_campaign_channel_web_content_tasks_assi_9b9b2eec_fkey foreign key (tenant_id, "assigned_user_id") references identity_users (tenant_id, id) deferrable,
  add constraint marketing_campaign_channel_web_content_tasks_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;

alter table marketing_campaign_sequences
  add constraint marketing_campaign_sequences_campaign_id_fkey foreign key (tenant_id, "campaign_id") references marketing_campaigns (tenant_id, id) deferrable,
  add constraint marketing_campaign_sequences_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;

alter table marketing_campaign_sequence_snapshots
  add constraint marketing_campaign_sequence_snapshots_campaign_sequence_id_fkey foreign key (tenant_id, "campaign_sequence_id") references marketing_campaign_sequences (tenant_id, id) deferrable,
  add constraint marketing_campaign_sequence_snapshots_campaign_id_fkey foreign key (tenant_id, "campaign_id") references marketing_campaigns (tenant_id, id) deferrable,
  add constraint marketing_campaign_sequence_snapshots_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;

alter table marketing_campaign_sequence_snapshot_contacts
  add constraint marketing_campaign_sequence_snapshot_contacts_cam_a088446b_fkey foreign key (tenant_id, "campaign_sequence_snapshot_id") references marketing_campaign_sequence_snapshots (tenant_id, id) deferrable,
  add constraint marketing_campaign_sequence_snapshot_contacts_contact_id_fkey foreign key (tenant_id, "contact_id") references sales_contacts (tenant_id, id) deferrable,
  add constraint marketing_campaign_sequence_snapshot_contacts_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;

alter table marketing_segments
  add constraint marketing_segments_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;

alter table marketing_segment_files
  add constraint marketing_segment_files_segment_id_fkey foreign key (tenant_id, "segment_id") references marketing_segments (tenant_id, id) deferrable,
  add constraint marketing_segment_files_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;

alter table marketing_segment_notes
  add constraint marketing_segment_notes_segment_id_fkey foreign key (tenant_id, "segment_id") references marketing_segments (tenant_id, id) deferrable,
  add constraint marketing_segment_notes_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;

alter table marketing_email_drip_campaigns
  add constraint marketing_email_drip_campaigns_campaign_id_fkey foreign key (tenant_id, "campaign_id") references marketing_campaigns (tenant_id, id) deferrable,
  add constraint marketing_email_drip_campaigns_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;

alter table marketing_email_drip_campaign_notes
  add constraint marketing_email_drip_campaign_notes_email_drip_campaign_id_fkey foreign key (tenant_id, "email_drip_campaign_id") references marketing_email_drip_campaigns (tenant_id, id) deferrable,
  add constraint marketing_email_drip_campaign_notes_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;

alter table marketing_email_sequence_workflows
  add constraint marketing_email_sequence_workflows_workflow_id_fkey foreign key (tenant_id, "workflow_id") references marketing_workflows (tenant_id, id) deferrable,
  add constraint marketing_email_sequence_workflows_campaign_id_fkey foreign key (tenant_id, "campaign_id") references marketing_campaigns (tenant_id, id) deferrable,
  add constraint marketing_email_sequence_workflows_campaign_sequence_id_fkey foreign key (tenant_id, "campaign_sequence_id") references marketing_campaign_sequences (tenant_id, id) deferrable,
  add constraint marketing_email_sequence_workflows_email_drip_campaign_id_fkey foreign key (tenant_id, "email_drip_campaign_id") references marketing_email_drip_campaigns (tenant_id, id) deferrable,
  add constraint marketing_email_sequence_workflows_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;

alter table marketing_websites
  add constraint marketing_websites_status_id_fkey foreign key (tenant_id, "status_id") references marketing_website_statuses (tenant_id, id) deferrable,
  add constraint marketing_websites_type_id_fkey foreign key (tenant_id, "type_id") references marketing_website_types (tenant_id, id) deferrable,
  add constraint marketing_websites_account_id_fkey foreign key (tenant_id, "account_id") references sales_accounts (tenant_id, id) deferrable,
  add constraint marketing_websites_home_page_id_fkey foreign key (tenant_id, "home_page_id") references marketing_web_pages (tenant_id, id) deferrable,
  add constraint marketing_websites_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;

alter table marketing_web_pages
  add constraint marketing_web_pages_website_id_fkey foreign key (tenant_id, "website_id") references marketing_websites (tenant_id, id) deferrable,
  add constraint marketing_web_pages_parent_page_id_fkey foreign key (tenant_id, "parent_page_id") references marketing_web_pages (tenant_id, id) deferrable,
  add constraint marketing_web_pages_campaign_id_fkey foreign key (tenant_id, "campaign_id") references marketing_campaigns (tenant_id, id) deferrable,
  add constraint marketing_web_pages_form_id_fkey foreign key (tenant_id, "form_id") references forms_forms (tenant_id, id) deferrable,
  add constraint marketing_web_pages_author_user_id_fkey foreign key (tenant_id, "author_user_id") references identity_users (tenant_id, id) deferrable,
  add constraint marketing_web_pages_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;

alter table marketing_workflows
  add constraint marketing_workflows_campaign_id_fkey foreign key (tenant_id, "campaign_id") references marketing_campaigns (tenant_id, id) deferrable,
  add constraint marketing_workflows_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;

alter table marketing_workflow_steps
  add constraint marketing_workflow_steps_workflow_id_fkey foreign key (tenant_id, "workflow_id") references marketing_workflows (tenant_id, id) deferrable,
  add constraint marketing_workflow_steps_template_id_fkey foreign key (tenant_id, "template_id") references communications_email_templates (tenant_id, id) deferrable,
  add constraint marketing_workflow_steps_next_step_id_fkey foreign key (tenant_id, "next_step_id") references marketing_workflow_steps (tenant_id, id) deferrable,
  add constraint marketing_workflow_steps_true_step_id_fkey foreign key (tenant_id, "true_step_id") references marketing_workflow_steps (tenant_id, id) deferrable,
  add constraint marketing_workflow_steps_false_step_id_fkey foreign key (tenant_id, "false_step_id") references marketing_workflow_steps (tenant_id, id) deferrable,
  add constraint marketing_workflow_steps_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;

alter table marketing_workflow_enrollments
  add constraint marketing_workflow_enrollments_workflow_id_fkey foreign key (tenant_id, "workflow_id") references marketing_workflows (tenant_id, id) deferrable,
  add constraint marketing_workflow_enrollments_contact_id_fkey foreign key (tenant_id, "contact_id") references sales_contacts (tenant_id, id) deferrable,
  add constraint marketing_workflow_enrollments_current_step_id_fkey foreign key (tenant_id, "current_step_id") references marketing_workflow_steps (tenant_id, id) deferrable,
  add constraint marketing_workflow_enrollments_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;

alter table communications_campaigns
  add constraint communications_campaigns_marketing_campaign_id_fkey foreign key (tenant_id, "marketing_campaign_id") references marketing_campaigns (tenant_id, id) deferrable,
  add constraint communications_campaigns_template_id_fkey foreign key (tenant_id, "template_id") references communications_email_templates (tenant_id, id) deferrable,
  add constraint communications_campaigns_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;

alter table communications_campaign_files
  add constraint communications_campaign_files_campaign_id_fkey foreign key (tenant_id, "campaign_id") references communications_campaigns (tenant_id, id) deferrable,
  add constraint communications_campaign_files_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;

alter table communications_campaign_notes
  add constraint communications_campaign_notes_campaign_id_fkey foreign key (tenant_id, "campaign_id") references communications_campaigns (tenant_id, id) deferrable,
  add constraint communications_campaign_notes_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;

alter table communications_campaign_tasks
  add constraint communications_campaign_tasks_campaign_id_fkey foreign key (tenant_id, "campaign_id") references communications_campaigns (tenant_id, id) deferrable,
  add constraint communications_campaign_tasks_assigned_user_id_fkey foreign key (tenant_id, "assigned_user_id") references identity_users (tenant_id, id) deferrable,
  add constraint communications_campaign_tasks_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;

alter table communications_conversations
  add constraint communications_conversations_contact_id_fkey foreign key (tenant_id, "contact_id") references sales_contacts (tenant_id, id) deferrable,
  add constraint communications_conversations_account_id_fkey foreign key (tenant_id, "account_id") references sales_accounts (tenant_id, id) deferrable,
  add constraint communications_conversations_lead_id_fkey foreign key (tenant_id, "lead_id") references sales_leads (tenant_id, id) deferrable,
  add constraint communications_conversations_opportunity_id_fkey foreign key (tenant_id, "opportunity_id") references sales_opportunities (tenant_id, id) deferrable,
  add constraint communications_conversations_assigned_user_id_fkey foreign key (tenant_id, "assigned_user_id") references identity_users (tenant_id, id) deferrable,
  add constraint communications_conversations_assigned_team_id_fkey foreign key (tenant_id, "assigned_team_id") references identity_teams (tenant_id, id) deferrable,
  add constraint communications_conversations_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;

alter table communications_comments
  add constraint communications_comments_conversation_id_fkey foreign key (tenant_id, "conversation_id") references communications_conversations (tenant_id, id) deferrable,
  add constraint communications_comments_email_id_fkey foreign key (tenant_id, "email_id") references communications_emails (tenant_id, id) deferrable,
  add constraint communications_comments_parent_comment_id_fkey foreign key (tenant_id, "parent_comment_id") references communications_comments (tenant_id, id) deferrable,
  add constraint communications_comments_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;

alter table communications_emails
  add constraint communications_emails_conversation_id_fkey foreign key (tenant_id, "conversation_id") references communications_conversations (tenant_id, id) deferrable,
  add constraint communications_emails_contact_id_fkey foreign key (tenant_id, "contact_id") references sales_contacts (tenant_id, id) deferrable,
  add constraint communications_emails_account_id_fkey foreign key (tenant_id, "account_id") references sales_accounts (tenant_id, id) deferrable,
  add constraint communications_emails_lead_id_fkey foreign key (tenant_id, "lead_id") references sales_leads (tenant_id, id) deferrable,
  add constraint communications_emails_opportunity_id_fkey foreign key (tenant_id, "opportunity_id") references sales_opportunities (tenant_id, id) deferrable,
  add constraint communications_emails_campaign_id_fkey foreign key (tenant_id, "campaign_id") references marketing_campaigns (tenant_id, id) deferrable,
  add constraint communications_emails_communications_campaign_id_fkey foreign key (tenant_id, "communications_campaign_id") references communications_campaigns (tenant_id, id) deferrable,
  add constraint communications_emails_template_id_fkey foreign key (tenant_id, "template_id") references communications_email_templates (tenant_id, id) deferrable,
  add constraint communications_emails_email_snapshot_id_fkey foreign key (tenant_id, "email_snapshot_id") references communications_email_snapshots (tenant_id, id) deferrable,
  add constraint communications_emails_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;

alter table communications_email_files
  add constraint communications_email_files_email_id_fkey foreign key (tenant_id, "email_id") references communications_emails (tenant_id, id) deferrable,
  add constraint communications_email_files_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;

alter table communications_email_lists
  add constraint communications_email_lists_segment_id_fkey foreign key (tenant_id, "segment_id") references marketing_segments (tenant_id, id) deferrable,
  add constraint communications_email_lists_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;

alter table communications_email_snapshots
  add constraint communications_email_snapshots_email_id_fkey foreign key (tenant_id, "email_id") references communications_emails (tenant_id, id) deferrable,
  add constraint communications_email_snapshots_campaign_id_fkey foreign key (tenant_id, "campaign_id") references marketing_campaigns (tenant_id, id) deferrable,
  add constraint communications_email_snapshots_communications_campaign_id_fkey foreign key (tenant_id, "communications_campaign_id") references communications_campaigns (tenant_id, id) deferrable,
  add constraint communications_email_snapshots_template_id_fkey foreign key (tenant_id, "template_id") references communications_email_templates (tenant_id, id) deferrable,
  add constraint communications_email_snapshots_email_list_id_fkey foreign key (tenant_id, "email_list_id") references communications_email_lists (tenant_id, id) deferrable,
  add constraint communications_email_snapshots_segment_id_fkey foreign key (tenant_id, "segment_id") references marketing_segments (tenant_id, id) deferrable,
  add constraint communications_email_snapshots_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;

alter table communications_email_snapshot_contacts
  add constraint communications_email_snapshot_contacts_email_snapshot_id_fkey foreign key (tenant_id, "email_snapshot_id") references communications_email_snapshots (tenant_id, id) deferrable,
  add constraint communications_email_snapshot_contacts_contact_id_fkey foreign key (tenant_id, "contact_id") references sales_contacts (tenant_id, id) deferrable,
  add constraint communications_email_snapshot_contacts_email_id_fkey foreign key (tenant_id, "email_id") references communications_emails (tenant_id, id) deferrable,
  add constraint communications_email_snapshot_contacts_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;

alter table communications_email_templates
  add constraint communications_email_templates_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;

alter table communications_referrals
  add constraint communications_referrals_referrer_contact_id_fkey foreign key (tenant_id, "referrer_contact_id") references sales_contacts (tenant_id, id) deferrable,
  add constraint communications_referrals_referrer_account_id_fkey foreign key (tenant_id, "referrer_account_id") references sales_accounts (tenant_id, id) deferrable,
  add constraint communications_referrals_referrer_user_id_fkey foreign key (tenant_id, "referrer_user_id") references identity_users (tenant_id, id) deferrable,
  add constraint communications_referrals_referred_contact_id_fkey foreign key (tenant_id, "referred_contact_id") references sales_contacts (tenant_id, id) deferrable,
  add constraint communications_referrals_referred_account_id_fkey foreign key (tenant_id, "referred_account_id") references sales_accounts (tenant_id, id) deferrable,
  add constraint communications_referrals_lead_id_fkey foreign key (tenant_id, "lead_id") references sales_leads (tenant_id, id) deferrable,
  add constraint communications_referrals_opportunity_id_fkey foreign key (tenant_id, "opportunity_id") references sales_opportunities (tenant_id, id) deferrable,
  add constraint communications_referrals_campaign_id_fkey foreign key (tenant_id, "campaign_id") references marketing_campaigns (tenant_id, id) deferrable,
  add constraint communications_referrals_email_id_fkey foreign key (tenant_id, "email_id") references communications_emails (tenant_id, id) deferrable,
  add constraint communications_referrals_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;

alter table identity_users
  add constraint identity_users_department_id_fkey foreign key (tenant_id, "department_id") references identity_departments (tenant_id, id) deferrable,
  add constraint identity_users_manager_id_fkey foreign key (tenant_id, "manager_id") references identity_users (tenant_id, id) deferrable;

alter table identity_teams
  add constraint identity_teams_lead_id_fkey foreign key (tenant_id, "lead_id") references identity_users (tenant_id, id) deferrable,
  add constraint identity_teams_department_id_fkey foreign key (tenant_id, "department_id") references identity_departments (tenant_id, id) deferrable,
  add constraint identity_teams_parent_team_id_fkey foreign key (tenant_id, "parent_team_id") references identity_teams (tenant_id, id) deferrable,
  add constraint identity_teams_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;

alter table identity_team_users
  add constraint identity_team_users_team_id_fkey foreign key (tenant_id, "team_id") references identity_teams (tenant_id, id) deferrable,
  add constraint identity_team_users_user_id_fkey foreign key (tenant_id, "user_id") references identity_users (tenant_id, id) deferrable;

alter table identity_departments
  add constraint identity_departments_parent_department_id_fkey foreign key (tenant_id, "parent_department_id") references identity_departments (tenant_id, id) deferrable,
  add constraint identity_departments_manager_id_fkey foreign key (tenant_id, "manager_id") references identity_users (tenant_id, id) deferrable,
  add constraint identity_departments_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;

alter table identity_department_users
  add constraint identity_department_users_department_id_fkey foreign key (tenant_id, "department_id") references identity_departments (tenant_id, id) deferrable,
  add constraint identity_department_users_user_id_fkey foreign key (tenant_id, "user_id") references identity_users (tenant_id, id) deferrable;

alter table identity_employees
  add constraint identity_employees_user_id_fkey foreign key (tenant_id, "user_id") references identity_users (tenant_id, id) deferrable,
  add constraint identity_employees_department_id_fkey foreign key (tenant_id, "department_id") references identity_departments (tenant_id, id) deferrable,
  add constraint identity_employees_manager_id_fkey foreign key (tenant_id, "manager_id") references identity_employees (tenant_id, id) deferrable,
  add constraint identity_employees_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;

alter table identity_contractors
  add constraint identity_contractors_user_id_fkey foreign key (tenant_id, "user_id") references identity_users (tenant_id, id) deferrable,
  add constraint identity_contractors_department_id_fkey foreign key (tenant_id, "department_id") references identity_departments (tenant_id, id) deferrable,
  add constraint identity_contractors_manager_id_fkey foreign key (tenant_id, "manager_id") references identity_users (tenant_id, id) deferrable,
  add constraint identity_contractors_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;

alter table ai_ai_completion_logs
  add constraint ai_ai_completion_logs_user_id_fkey foreign key (tenant_id, "user_id") references identity_users (tenant_id, id) deferrable;

alter table ui_screens
  add constraint ui_screens_status_id_fkey foreign key (tenant_id, "status_id") references ui_screen_statuses (tenant_id, id) deferrable,
  add constraint ui_screens_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;

alter table ui_screen_files
  add constraint ui_screen_files_screen_id_fkey foreign key (tenant_id, "screen_id") references ui_screens (tenant_id, id) deferrable,
  add constraint ui_screen_files_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;

alter table ui_screen_notes
  add constraint ui_screen_notes_screen_id_fkey foreign key (tenant_id, "screen_id") references ui_screens (tenant_id, id) deferrable,
  add constraint ui_screen_notes_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;

alter table ui_screen_tasks
  add constraint ui_screen_tasks_screen_id_fkey foreign key (tenant_id, "screen_id") references ui_screens (tenant_id, id) deferrable,
  add constraint ui_screen_tasks_assigned_user_id_fkey foreign key (tenant_id, "assigned_user_id") references identity_users (tenant_id, id) deferrable,
  add constraint ui_screen_tasks_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;

alter table ui_screen_actions
  add constraint ui_screen_actions_screen_id_fkey foreign key (tenant_id, "screen_id") references ui_screens (tenant_id, id) deferrable,
  add constraint ui_screen_actions_target_screen_id_fkey foreign key (tenant_id, "target_screen_id") references ui_screens (tenant_id, id) deferrable,
  add constraint ui_screen_actions_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;

alter table ui_screen_components
  add constraint ui_screen_components_screen_id_fkey foreign key (tenant_id, "screen_id") references ui_screens (tenant_id, id) deferrable,
  add constraint ui_screen_components_component_id_fkey foreign key (tenant_id, "component_id") references ui_components (tenant_id, id) deferrable,
  add constraint ui_screen_components_parent_component_id_fkey foreign key (tenant_id, "parent_component_id") references ui_screen_components (tenant_id, id) deferrable,
  add constraint ui_screen_components_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;

alter table ui_user_screens
  add constraint ui_user_screens_user_id_fkey foreign key (tenant_id, "user_id") references identity_users (tenant_id, id) deferrable,
  add constraint ui_user_screens_screen_id_fkey foreign key (tenant_id, "screen_id") references ui_screens (tenant_id, id) deferrable,
  add constraint ui_user_screens_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;

alter table ui_workspaces
  add constraint ui_workspaces_default_screen_id_fkey foreign key (tenant_id, "default_screen_id") references ui_screens (tenant_id, id) deferrable,
  add constraint ui_workspaces_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;

alter table ui_components
  add constraint ui_components_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;

alter table ui_registered_components
  add constraint ui_registered_components_component_id_fkey foreign key (tenant_id, "component_id") references ui_components (tenant_id, id) deferrable,
  add constraint ui_registered_components_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;

alter table ui_dashboards
  add constraint ui_dashboards_team_id_fkey foreign key (tenant_id, "team_id") references identity_teams (tenant_id, id) deferrable,
  add constraint ui_dashboards_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;

alter table ui_drafts
  add constraint ui_drafts_user_id_fkey foreign key (tenant_id, "user_id") references identity_users (tenant_id, id) deferrable,
  add constraint ui_drafts_screen_id_fkey foreign key (tenant_id, "screen_id") references ui_screens (tenant_id, id) deferrable,
  add constraint ui_drafts_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;

alter table ui_record_recent_views
  add constraint ui_record_recent_views_user_id_fkey foreign key (tenant_id, "user_id") references identity_users (tenant_id, id) deferrable,
  add constraint ui_record_recent_views_screen_id_fkey foreign key (tenant_id, "screen_id") references ui_screens (tenant_id, id) deferrable,
  add constraint ui_record_recent_views_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;

alter table ui_support_tickets
  add constraint ui_support_tickets_requester_id_fkey foreign key (tenant_id, "requester_id") references identity_users (tenant_id, id) deferrable,
  add constraint ui_support_tickets_account_id_fkey foreign key (tenant_id, "account_id") references sales_accounts (tenant_id, id) deferrable,
  add constraint ui_support_tickets_contact_id_fkey foreign key (tenant_id, "contact_id") references sales_contacts (tenant_id, id) deferrable,
  add constraint ui_support_tickets_product_id_fkey foreign key (tenant_id, "product_id") references sales_products (tenant_id, id) deferrable,
  add constraint ui_support_tickets_assigned_user_id_fkey foreign key (tenant_id, "assigned_user_id") references identity_users (tenant_id, id) deferrable,
  add constraint ui_support_tickets_team_id_fkey foreign key (tenant_id, "team_id") references identity_teams (tenant_id, id) deferrable,
  add constraint ui_support_tickets_related_ticket_id_fkey foreign key (tenant_id, "related_ticket_id") references ui_support_tickets (tenant_id, id) deferrable,
  add constraint ui_support_tickets_screen_id_fkey foreign key (tenant_id, "screen_id") references ui_screens (tenant_id, id) deferrable,
  add constraint ui_support_tickets_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;

alter table ui_support_ticket_files
  add constraint ui_support_ticket_files_support_ticket_id_fkey foreign key (tenant_id, "support_ticket_id") references ui_support_tickets (tenant_id, id) deferrable,
  add constraint ui_support_ticket_files_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;

alter table ui_support_ticket_notes
  add constraint ui_support_ticket_notes_support_ticket_id_fkey foreign key (tenant_id, "support_ticket_id") references ui_support_tickets (tenant_id, id) deferrable,
  add constraint ui_support_ticket_notes_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;

alter table ui_support_ticket_tasks
  add constraint ui_support_ticket_tasks_support_ticket_id_fkey foreign key (tenant_id, "support_ticket_id") references ui_support_tickets (tenant_id, id) deferrable,
  add constraint ui_support_ticket_tasks_assigned_user_id_fkey foreign key (tenant_id, "assigned_user_id") references identity_users (tenant_id, id) deferrable,
  add constraint ui_support_ticket_tasks_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;

alter table ui_support_ticket_resolutions
  add constraint ui_support_ticket_resolutions_support_ticket_id_fkey foreign key (tenant_id, "support_ticket_id") references ui_support_tickets (tenant_id, id) deferrable,
  add constraint ui_support_ticket_resolutions_support_article_id_fkey foreign key (tenant_id, "support_article_id") references support_support_articles (tenant_id, id) deferrable,
  add constraint ui_support_ticket_resolutions_resolved_by_id_fkey foreign key (tenant_id, "resolved_by_id") references identity_users (tenant_id, id) deferrable,
  add constraint ui_support_ticket_resolutions_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;

alter table ui_enterprise_product_announcements
  add constraint ui_enterprise_product_announcements_product_id_fkey foreign key (tenant_id, "product_id") references sales_products (tenant_id, id) deferrable,
  add constraint ui_enterprise_product_announcements_author_id_fkey foreign key (tenant_id, "author_id") references identity_users (tenant_id, id) deferrable,
  add constraint ui_enterprise_product_announcements_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;

alter table ui_enterprise_product_announcement_files
  add constraint ui_enterprise_product_announcement_files_enterpri_ba973d35_fkey foreign key (tenant_id, "enterprise_product_announcement_id") references ui_enterprise_product_announcements (tenant_id, id) deferrable,
  add constraint ui_enterprise_product_announcement_files_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;

alter table ui_enterprise_product_announcement_notes
  add constraint ui_enterprise_product_announcement_notes_enterpri_3fb3ebdd_fkey foreign key (tenant_id, "enterprise_product_announcement_id") references ui_enterprise_product_announcements (tenant_id, id) deferrable,
  add constraint ui_enterprise_product_announcement_notes_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;

alter table ui_enterprise_product_announcement_tasks
  add constraint ui_enterprise_product_announcement_tasks_enterpri_210bceae_fkey foreign key (tenant_id, "enterprise_product_announcement_id") references ui_enterprise_product_announcements (tenant_id, id) deferrable,
  add constraint ui_enterprise_product_announcement_tasks_assigned_user_id_fkey foreign key (tenant_id, "assigned_user_id") references identity_users (tenant_id, id) deferrable,
  add constraint ui_enterprise_product_announcement_tasks_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;

alter table inventory_inventory_locations
  add constraint inventory_inventory_locations_parent_location_id_fkey foreign key (tenant_id, "parent_location_id") references inventory_inventory_locations (tenant_id, id) deferrable,
  add constraint inventory_inventory_locations_manager_id_fkey foreign key (tenant_id, "manager_id") references identity_users (tenant_id, id) deferrable,
  add constraint inventory_inventory_locations_account_id_fkey foreign key (tenant_id, "account_id") references sales_accounts (tenant_id, id) deferrable,
  add constraint inventory_inventory_locations_department_id_fkey foreign key (tenant_id, "department_id") references identity_departments (tenant_id, id) deferrable,
  add constraint inventory_inventory_locations_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;

alter table inventory_equipment
  add constraint inventory_equipment_location_id_fkey foreign key (tenant_id, "location_id") references inventory_inventory_locations (tenant_id, id) deferrable,
  add constraint inventory_equipment_assigned_user_id_fkey foreign key (tenant_id, "assigned_user_id") references identity_users (tenant_id, id) deferrable,
  add constraint inventory_equipment_asset_id_fkey foreign key (tenant_id, "asset_id") references inventory_assets (tenant_id, id) deferrable,
  add constraint inventory_equipment_product_id_fkey foreign key (tenant_id, "product_id") references sales_products (tenant_id, id) deferrable,
  add constraint inventory_equipment_department_id_fkey foreign key (tenant_id, "department_id") references identity_departments (tenant_id, id) deferrable,
  add constraint inventory_equipment_default_location_id_fkey foreign key (tenant_id, "default_location_id") references inventory_inventory_locations (tenant_id, id) deferrable,
  add constraint inventory_equipment_supplier_account_id_fkey foreign key (tenant_id, "supplier_account_id") references sales_accounts (tenant_id, id) deferrable,
  add constraint inventory_equipment_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;

alter table inventory_equipment_files
  add constraint inventory_equipment_files_equipment_id_fkey foreign key (tenant_id, "equipment_id") references inventory_equipment (tenant_id, id) deferrable,
  add constraint inventory_equipment_files_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;

alter table inventory_equipment_notes
  add constraint inventory_equipment_notes_equipment_id_fkey foreign key (tenant_id, "equipment_id") references inventory_equipment (tenant_id, id) deferrable,
  add constraint inventory_equipment_notes_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;

alter table inventory_equipment_tasks
  add constraint inventory_equipment_tasks_equipment_id_fkey foreign key (tenant_id, "equipment_id") references inventory_equipment (tenant_id, id) deferrable,
  add constraint inventory_equipment_tasks_assigned_user_id_fkey foreign key (tenant_id, "assigned_user_id") references identity_users (tenant_id, id) deferrable,
  add constraint inventory_equipment_tasks_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;

alter table inventory_assets
  add constraint inventory_assets_parent_asset_id_fkey foreign key (tenant_id, "parent_asset_id") references inventory_assets (tenant_id, id) deferrable,
  add constraint inventory_assets_location_id_fkey foreign key (tenant_id, "location_id") references inventory_inventory_locations (tenant_id, id) deferrable,
  add constraint inventory_assets_assigned_user_id_fkey foreign key (tenant_id, "assigned_user_id") references identity_users (tenant_id, id) deferrable,
  add constraint inventory_assets_department_id_fkey foreign key (tenant_id, "department_id") references identity_departments (tenant_id, id) deferrable,
  add constraint inventory_assets_account_id_fkey foreign key (tenant_id, "account_id") references sales_accounts (tenant_id, id) deferrable,
  add constraint inventory_assets_contact_id_fkey foreign key (tenant_id, "contact_id") references sales_contacts (tenant_id, id) deferrable,
  add constraint inventory_assets_product_id_fkey foreign key (tenant_id, "product_id") references sales_products (tenant_id, id) deferrable,
  add constraint inventory_assets_supplier_account_id_fkey foreign key (tenant_id, "supplier_account_id") references sales_accounts (tenant_id, id) deferrable,
  add constraint inventory_assets_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;

alter table forms_forms
  add constraint forms_forms_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;

alter table forms_form_submissions
  add constraint forms_form_submissions_form_id_fkey foreign key (tenant_id, "form_id") references forms_forms (tenant_id, id) deferrable,
  add constraint forms_form_submissions_user_id_fkey foreign key (tenant_id, "user_id") references identity_users (tenant_id, id) deferrable,
  add constraint forms_form_submissions_account_id_fkey foreign key (tenant_id, "account_id") references sales_accounts (tenant_id, id) deferrable,
  add constraint forms_form_submissions_contact_id_fkey foreign key (tenant_id, "contact_id") references sales_contacts (tenant_id, id) deferrable,
  add constraint forms_form_submissions_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;

alter table support_support_articles
  add constraint support_support_articles_category_id_fkey foreign key (tenant_id, "category_id") references support_support_categories (tenant_id, id) deferrable,
  add constraint support_support_articles_product_id_fkey foreign key (tenant_id, "product_id") references sales_products (tenant_id, id) deferrable,
  add constraint support_support_articles_author_id_fkey foreign key (tenant_id, "author_id") references identity_users (tenant_id, id) deferrable,
  add constraint support_support_articles_reviewer_id_fkey foreign key (tenant_id, "reviewer_id") references identity_users (tenant_id, id) deferrable,
  add constraint support_support_articles_translation_of_id_fkey foreign key (tenant_id, "translation_of_id") references support_support_articles (tenant_id, id) deferrable,
  add constraint support_support_articles_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;

alter table support_support_article_files
  add constraint support_support_article_files_support_article_id_fkey foreign key (tenant_id, "support_article_id") references support_support_articles (tenant_id, id) deferrable,
  add constraint support_support_article_files_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;

alter table support_support_categories
  add constraint support_support_categories_parent_category_id_fkey foreign key (tenant_id, "parent_category_id") references support_support_categories (tenant_id, id) deferrable;

alter table customer_success_renewals
  add constraint customer_success_renewals_account_id_fkey foreign key (tenant_id, "account_id") references sales_accounts (tenant_id, id) deferrable,
  add constraint customer_success_renewals_contact_id_fkey foreign key (tenant_id, "contact_id") references sales_contacts (tenant_id, id) deferrable,
  add constraint customer_success_renewals_product_id_fkey foreign key (tenant_id, "product_id") references sales_products (tenant_id, id) deferrable,
  add constraint customer_success_renewals_success_manager_id_fkey foreign key (tenant_id, "success_manager_id") references identity_users (tenant_id, id) deferrable,
  add constraint customer_success_renewals_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;

alter table customer_success_health_scores
  add constraint customer_success_health_scores_account_id_fkey foreign key (tenant_id, "account_id") references sales_accounts (tenant_id, id) deferrable,
  add constraint customer_success_health_scores_contact_id_fkey foreign key (tenant_id, "contact_id") references sales_contacts (tenant_id, id) deferrable,
  add constraint customer_success_health_scores_product_id_fkey foreign key (tenant_id, "product_id") references sales_products (tenant_id, id) deferrable,
  add constraint customer_success_health_scores_success_manager_id_fkey foreign key (tenant_id, "success_manager_id") references identity_users (tenant_id, id) deferrable,
  add constraint customer_success_health_scores_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;

alter table customer_success_success_plans
  add constraint customer_success_success_plans_account_id_fkey foreign key (tenant_id, "account_id") references sales_accounts (tenant_id, id) deferrable,
  add constraint customer_success_success_plans_contact_id_fkey foreign key (tenant_id, "contact_id") references sales_contacts (tenant_id, id) deferrable,
  add constraint customer_success_success_plans_product_id_fkey foreign key (tenant_id, "product_id") references sales_products (tenant_id, id) deferrable,
  add constraint customer_success_success_plans_renewal_id_fkey foreign key (tenant_id, "renewal_id") references customer_success_renewals (tenant_id, id) deferrable,
  add constraint customer_success_success_plans_success_manager_id_fkey foreign key (tenant_id, "success_manager_id") references identity_users (tenant_id, id) deferrable,
  add constraint customer_success_success_plans_executive_sponsor_id_fkey foreign key (tenant_id, "executive_sponsor_id") references identity_users (tenant_id, id) deferrable,
  add constraint customer_success_success_plans_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;

alter table customer_success_success_plan_tasks
  add constraint customer_success_success_plan_tasks_success_plan_id_fkey foreign key (tenant_id, "success_plan_id") references customer_success_success_plans (tenant_id, id) deferrable,
  add constraint customer_success_success_plan_tasks_assigned_user_id_fkey foreign key (tenant_id, "assigned_user_id") references identity_users (tenant_id, id) deferrable,
  add constraint customer_success_success_plan_tasks_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;

alter table customer_success_escalations
  add constraint customer_success_escalations_account_id_fkey foreign key (tenant_id, "account_id") references sales_accounts (tenant_id, id) deferrable,
  add constraint customer_success_escalations_contact_id_fkey foreign key (tenant_id, "contact_id") references sales_contacts (tenant_id, id) deferrable,
  add constraint customer_success_escalations_product_id_fkey foreign key (tenant_id, "product_id") references sales_products (tenant_id, id) deferrable,
  add constraint customer_success_escalations_support_ticket_id_fkey foreign key (tenant_id, "support_ticket_id") references ui_support_tickets (tenant_id, id) deferrable,
  add constraint customer_success_escalations_renewal_id_fkey foreign key (tenant_id, "renewal_id") references customer_success_renewals (tenant_id, id) deferrable,
  add constraint customer_success_escalations_success_plan_id_fkey foreign key (tenant_id, "success_plan_id") references customer_success_success_plans (tenant_id, id) deferrable,
  add constraint customer_success_escalations_escalated_by_id_fkey foreign key (tenant_id, "escalated_by_id") references identity_users (tenant_id, id) deferrable,
  add constraint customer_success_escalations_assigned_user_id_fkey foreign key (tenant_id, "assigned_user_id") references identity_users (tenant_id, id) deferrable,
  add constraint customer_success_escalations_executive_sponsor_id_fkey foreign key (tenant_id, "executive_sponsor_id") references identity_users (tenant_id, id) deferrable,
  add constraint customer_success_escalations_team_id_fkey foreign key (tenant_id, "team_id") references identity_teams (tenant_id, id) deferrable,
  add constraint customer_success_escalations_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;

alter table customer_success_escalation_notes
  add constraint customer_success_escalation_notes_escalation_id_fkey foreign key (tenant_id, "escalation_id") references customer_success_escalations (tenant_id, id) deferrable,
  add constraint customer_success_escalation_notes_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;
