-- The last count of each autonumber of a tenant. `field` is `module.slug.key` of a field of the product, or the id of a custom field; `period` has
-- the parts of the date that the pattern contains.
create table number_counters (
  tenant_id bigint not null,
  field text not null,
  period text not null,
  value bigint not null,
  primary key (tenant_id, field, period)
);
alter table number_counters enable row level security;
alter table number_counters force row level security;
create policy tenant on number_counters using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);

-- Numbers of tickets had a table of their own. The policies are not forced meanwhile, because this spans tenants and the owner of the tables need
-- not be a superuser.
alter table ui_ticket_counters no force row level security;
alter table number_counters no force row level security;
insert into number_counters (tenant_id, field, period, value)
select tenant_id, 'ui.supportTickets.ticketNumber', '', value from ui_ticket_counters;
alter table number_counters force row level security;
drop table ui_ticket_counters;
