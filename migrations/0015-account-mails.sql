-- When mails of accounts (invitations, links, notices) were last sent to an address, so that all nodes together send no
-- more of them than the limits say. Addresses are kept as hashes, as in sign_in_attempts.
create table account_mails (
  tenant_id bigint not null,
  address bytea not null,
  kind text not null,
  sent timestamptz(3)[] not null,
  last_at timestamptz(3) not null default now(),
  primary key (tenant_id, address, kind)
);
alter table account_mails enable row level security;
alter table account_mails force row level security;
create policy tenant on account_mails using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);
-- What is older than every limit is deleted for all tenants together.
create policy platform on account_mails using (is_platform());
