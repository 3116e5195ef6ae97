create table sales_bundle_items (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "bundle_id" uuid not null,
  "product_id" uuid not null,
  "quantity" numeric not null,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  constraint sales_bundle_items_pkey primary key (tenant_id, id)
);

create table sales_price_books (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "name" text not null,
  "currency" text,
  "is_default" boolean,
  "active" boolean,
  "valid_from" date,
  "valid_until" date,
  "description" text,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  "search" tsvector generated always as (to_tsvector('pg_catalog.simple'::regconfig, translate(coalesce(left("name", 10000), ''), '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`', '                                '))) stored,
  "name_folded" text generated always as (lower("name")) stored,
  constraint sales_price_books_pkey primary key (tenant_id, id)
);

create table sales_price_book_entries (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "price_book_id" uuid not null,
  "product_id" uuid not null,
  "unit_price" numeric not null,
  "min_quantity" bigint not null,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  constraint sales_price_book_entries_pkey primary key (tenant_id, id)
);

create table sales_exchange_rates (
  "tenant_id" bigint not null,
  "id" uuid not null,
  "currency" text not null,
  "rate" numeric not null,
  "valid_from" date not null,
  "custom" jsonb not null default '{}',
  "created_at" timestamptz(3) not null default now(),
  "updated_at" timestamptz(3) not null default now(),
  "created_by" uuid,
  "updated_by" uuid,
  "version" bigint not null default 1,
  "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored,
  constraint sales_exchange_rates_pkey primary key (tenant_id, id)
);

alter table sales_opportunity_products drop column "total";

alter table sales_opportunity_products add column "net" numeric, add column "total" numeric, add column "bundle_line_id" text;

alter table sales_quote_products drop column "total";

alter table sales_quote_products add column "net" numeric, add column "total" numeric, add column "bundle_line_id" text;

alter table sales_order_products drop column "total";

alter table sales_order_products add column "net" numeric, add column "total" numeric, add column "bundle_line_id" text;

create index sales_opportunity_products_bundle_line_id_idx on sales_opportunity_products using btree (tenant_id, "bundle_line_id", id);

create index sales_quote_products_bundle_line_id_idx on sales_quote_products using btree (tenant_id, "bundle_line_id", id);

create index sales_order_products_bundle_line_id_idx on sales_order_products using btree (tenant_id, "bundle_line_id", id);

create index sales_bundle_items_created_at_idx on sales_bundle_items using btree (tenant_id, created_at desc, id);

create index sales_bundle_items_bundle_id_idx on sales_bundle_items using btree (tenant_id, "bundle_id");

create index sales_bundle_items_product_id_idx on sales_bundle_items using btree (tenant_id, "product_id");

create unique index sales_bundle_items_bundle_id_product_id_key on sales_bundle_items using btree (tenant_id, "bundle_id", "product_id");

create index sales_bundle_items_gin_idx on sales_bundle_items using gin (tenant_id, custom_search, custom jsonb_path_ops);

create index sales_price_books_created_at_idx on sales_price_books using btree (tenant_id, created_at desc, id);

create unique index sales_price_books_name_key on sales_price_books using btree (tenant_id, "name_folded");

create index sales_price_books_gin_idx on sales_price_books using gin (tenant_id, search, custom_search, custom jsonb_path_ops);

create index sales_price_book_entries_created_at_idx on sales_price_book_entries using btree (tenant_id, created_at desc, id);

create index sales_price_book_entries_price_book_id_idx on sales_price_book_entries using btree (tenant_id, "price_book_id");

create index sales_price_book_entries_product_id_idx on sales_price_book_entries using btree (tenant_id, "product_id");

create unique index sales_price_book_entries_price_book_id_product_id__f0379958_key on sales_price_book_entries using btree (tenant_id, "price_book_id", "product_id", "min_quantity");

create index sales_price_book_entries_gin_idx on sales_price_book_entries using gin (tenant_id, custom_search, custom jsonb_path_ops);

create index sales_exchange_rates_created_at_idx on sales_exchange_rates using btree (tenant_id, created_at desc, id);

create unique index sales_exchange_rates_currency_valid_from_key on sales_exchange_rates using btree (tenant_id, "currency", "valid_from");

create index sales_exchange_rates_gin_idx on sales_exchange_rates using gin (tenant_id, custom_search, custom jsonb_path_ops);

alter table sales_bundle_items enable row level security;

alter table sales_bundle_items force row level security;

create policy tenant on sales_bundle_items using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table sales_price_books enable row level security;

alter table sales_price_books force row level security;

create policy tenant on sales_price_books using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table sales_price_book_entries enable row level security;

alter table sales_price_book_entries force row level security;

create policy tenant on sales_price_book_entries using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table sales_exchange_rates enable row level security;

alter table sales_exchange_rates force row level security;

create policy tenant on sales_exchange_rates using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

alter table sales_bundle_items add constraint sales_bundle_items_bundle_id_fkey foreign key (tenant_id, "bundle_id") references sales_products (tenant_id, id) deferrable;

alter table sales_bundle_items add constraint sales_bundle_items_product_id_fkey foreign key (tenant_id, "product_id") references sales_products (tenant_id, id) deferrable;

alter table sales_price_book_entries add constraint sales_price_book_entries_price_book_id_fkey foreign key (tenant_id, "price_book_id") references sales_price_books (tenant_id, id) deferrable;

alter table sales_price_book_entries add constraint sales_price_book_entries_product_id_fkey foreign key (tenant_id, "product_id") references sales_products (tenant_id, id) deferrable;
