-- Links of customers to their quotes. Only the hash of a token is stored, because the link is a right to accept the quote.
create table sales_quote_links (
  tenant_id bigint not null,
  token_hash bytea not null,
  quote_id uuid not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, token_hash),
  foreign key (tenant_id, quote_id) references sales_quotes (tenant_id, id) on delete cascade deferrable
);
create index sales_quote_links_quote_idx on sales_quote_links (tenant_id, quote_id, created_at);
alter table sales_quote_links enable row level security;
alter table sales_quote_links force row level security;
create policy tenant on sales_quote_links using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

-- A link that only the mail contains, not its record. It is encrypted.
alter table mail_outbox add column sealed_link text;

-- Every minute, a job finds the quotes of all tenants whose last day is over.
create policy platform on sales_quotes for select using (is_platform());
create index sales_quotes_open_idx on sales_quotes (tenant_id, valid_until) where status = 'sent' and valid_until is not null;

-- Quotes that exist are their first version. The policy is not forced meanwhile, because this spans tenants and the owner of the table need not be a
-- superuser.
alter table sales_quotes no force row level security;
update sales_quotes set revision = 1 where revision is null;
alter table sales_quotes force row level security;
