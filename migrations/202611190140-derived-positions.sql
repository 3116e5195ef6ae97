-- How far the events of a tenant were read for changes of formulas and rollups that read other records. Only tenants with such fields have a row.
create table derived_positions (
  tenant_id bigint primary key,
  xid xid8 not null,
  seq bigint not null,
  -- Partitions of earlier months are not read.
  read_at timestamptz not null default now()
);
alter table derived_positions enable row level security;
alter table derived_positions force row level security;
create policy tenant on derived_positions using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);
create policy platform on derived_positions for select using (is_platform());
