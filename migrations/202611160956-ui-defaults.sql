-- The last number that was given to a ticket of each tenant.
create table ui_ticket_counters (
  tenant_id bigint not null primary key,
  value bigint not null
);
alter table ui_ticket_counters enable row level security;
alter table ui_ticket_counters force row level security;
create policy tenant on ui_ticket_counters using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

-- When the tenant got its first workspaces and screens. Tenants from before get them at the next start.
alter table tenants add column screens_made_at timestamptz(3);
