create table finance_finance_invoices (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "number" text,
  "status" text,
  "account_id" uuid,
  "contact_id" uuid,
  "order_id" uuid,
  "currency" text,
  "subtotal" numeric,
  "discount" numeric,
  "tax" numeric,
  "shipping" numeric,
  "total" numeric,
  "amount_paid" numeric,
  "amount_refunded" numeric,
  "amount_due" numeric,
  "issued_at" timestamptz(3),
  "due_date" date,
  "paid_at" timestamptz(3),
  "payment_terms" text,
  "customer_reference" text,
  "billing_street" text,
  "billing_city" text,
  "billing_state" text,
  "billing_postal_code" text,
  "billing_country" text,
  "terms" text,
  "description" text,
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("number", 10000), '') || ' ' || coalesce(left("customer_reference", 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "number_folded" text generated always as (lower("number")) stored,
  "total_approx" float8 generated always as (("total")::float8) stored,
  constraint finance_finance_invoices_pkey primary key (tenant_id, id)
);

create table finance_finance_invoice_files (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "finance_invoice_id" uuid not null,
  "name" text,
  "mime_type" text,
  "size" bigint,
  "sha256" text,
  "url" text,
  "storage_key" text,
  "stored_file_id" uuid,
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("name", 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  constraint finance_finance_invoice_files_pkey primary key (tenant_id, id)
);

create table finance_finance_invoice_notes (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "finance_invoice_id" uuid not null,
  "content" text not null,
  "pinned" boolean,
  "owner_id" uuid,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("content", 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  constraint finance_finance_invoice_notes_pkey primary key (tenant_id, id)
);

create table finance_finance_invoice_lines (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "invoice_id" uuid not null,
  "product_id" uuid,
  "name" text,
  "description" text,
  "quantity" numeric,
  "unit_price" numeric,
  "discount_percent" numeric,
  "tax_percent" numeric,
  "net" numeric,
  "total" numeric,
  "position" bigint,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("name", 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  constraint finance_finance_invoice_lines_pkey primary key (tenant_id, id)
);

create index finance_finance_invoices_created_at_idx on finance_finance_invoices using btree (tenant_id, created_at desc, id);

create unique index finance_finance_invoices_number_key on finance_finance_invoices using btree (tenant_id, "number_folded");

create index finance_finance_invoices_status_idx on finance_finance_invoices using btree (tenant_id, "status", id);

create index finance_finance_invoices_account_id_idx on finance_finance_invoices using btree (tenant_id, "account_id");

create index finance_finance_invoices_contact_id_idx on finance_finance_invoices using btree (tenant_id, "contact_id");

create index finance_finance_invoices_order_id_idx on finance_finance_invoices using btree (tenant_id, "order_id");

create index finance_finance_invoices_total_idx on finance_finance_invoices using btree (tenant_id, "total_approx", "total", id);

create index finance_finance_invoices_issued_at_idx on finance_finance_invoices using btree (tenant_id, "issued_at", id);

create index finance_finance_invoices_due_date_idx on finance_finance_invoices using btree (tenant_id, "due_date", id);

create index finance_finance_invoices_owner_id_idx on finance_finance_invoices using btree (tenant_id, "owner_id");

create index finance_finance_invoices_gin_idx on finance_finance_invoices using gin (tenant_id, search, custom_search, custom jsonb_path_ops);

create index finance_finance_invoice_files_created_at_idx on finance_finance_invoice_files using btree (tenant_id, created_at desc, id);

create index finance_finance_invoice_files_finance_invoice_id_idx on finance_finance_invoice_files using btree (tenant_id, "finance_invoice_id");

create index finance_finance_invoice_files_stored_file_id_idx on finance_finance_invoice_files using btree (tenant_id, "stored_file_id");

create index finance_finance_invoice_files_owner_id_idx on finance_finance_invoice_files using btree (tenant_id, "owner_id");

create index finance_finance_invoice_files_gin_idx on finance_finance_invoice_files using gin (tenant_id, search, custom_search, custom jsonb_path_ops);

create index finance_finance_invoice_notes_created_at_idx on finance_finance_invoice_notes using btree (tenant_id, created_at desc, id);

create index finance_finance_invoice_notes_finance_invoice_id_idx on finance_finance_invoice_notes using btree (tenant_id, "finance_invoice_id");

create index finance_finance_invoice_notes_owner_id_idx on finance_finance_invoice_notes using btree (tenant_id, "owner_id");

create index finance_finance_invoice_notes_gin_idx on finance_finance_invoice_notes using gin (tenant_id, search, custom_search, custom jsonb_path_ops);

create index finance_finance_invoice_lines_created_at_idx on finance_finance_invoice_lines using btree (tenant_id, created_at desc, id);

create index finance_finance_invoice_lines_invoice_id_idx on finance_finance_invoice_lines using btree (tenant_id, "invoice_id");

create index finance_finance_invoice_lines_product_id_idx on finance_finance_invoice_lines using btree (tenant_id, "product_id");

create index finance_finance_invoice_lines_gin_idx on finance_finance_invoice_lines using gin (tenant_id, search, custom_search, custom jsonb_path_ops);

alter table finance_finance_invoices enable row level security;

alter table finance_finance_invoices force row level security;

create policy tenant on finance_finance_invoices using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table finance_finance_invoice_files enable row level security;

alter table finance_finance_invoice_files force row level security;

create policy tenant on finance_finance_invoice_files using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table finance_finance_invoice_notes enable row level security;

alter table finance_finance_invoice_notes force row level security;

create policy tenant on finance_finance_invoice_notes using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table finance_finance_invoice_lines enable row level security;

alter table finance_finance_invoice_lines force row level security;

create policy tenant on finance_finance_invoice_lines using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table finance_finance_invoices add constraint finance_finance_invoices_account_id_fkey foreign key (tenant_id, "account_id") references sales_accounts (tenant_id, id) deferrable;

alter table finance_finance_invoices add constraint finance_finance_invoices_contact_id_fkey foreign key (tenant_id, "contact_id") references sales_contacts (tenant_id, id) deferrable;

alter table finance_finance_invoices add constraint finance_finance_invoices_order_id_fkey foreign key (tenant_id, "order_id") references sales_orders (tenant_id, id) deferrable;

alter table finance_finance_invoices add constraint finance_finance_invoices_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;

alter table finance_finance_invoice_files add constraint finance_finance_invoice_files_finance_invoice_id_fkey foreign key (tenant_id, "finance_invoice_id") references finance_finance_invoices (tenant_id, id) deferrable;

alter table finance_finance_invoice_files add constraint finance_finance_invoice_files_stored_file_id_fkey foreign key (tenant_id, "stored_file_id") references data_stored_files (tenant_id, id) deferrable;

alter table finance_finance_invoice_files add constraint finance_finance_invoice_files_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;

alter table finance_finance_invoice_notes add constraint finance_finance_invoice_notes_finance_invoice_id_fkey foreign key (tenant_id, "finance_invoice_id") references finance_finance_invoices (tenant_id, id) deferrable;

alter table finance_finance_invoice_notes add constraint finance_finance_invoice_notes_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id) deferrable;

alter table finance_finance_invoice_lines add constraint finance_finance_invoice_lines_invoice_id_fkey foreign key (tenant_id, "invoice_id") references finance_finance_invoices (tenant_id, id) deferrable;

alter table finance_finance_invoice_lines add constraint finance_finance_invoice_lines_product_id_fkey foreign key (tenant_id, "product_id") references sales_products (tenant_id, id) deferrable;
