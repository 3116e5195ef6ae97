-- The last number of each year. It is counted in the transaction that issues an invoice, so that a rollback leaves no gap.
create table finance_invoice_counters (
  tenant_id bigint not null,
  year int not null,
  value bigint not null,
  primary key (tenant_id, year)
);
alter table finance_invoice_counters enable row level security;
alter table finance_invoice_counters force row level security;
create policy tenant on finance_invoice_counters using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);
