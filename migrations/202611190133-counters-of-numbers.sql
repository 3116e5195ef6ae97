-- The platform gives the numbers of quotes, orders, accounts, assets and escalations now, and nobody gives those of tickets. Where records have
-- numbers of this form already, counting goes on after the highest. The policies are not forced meanwhile, because this spans tenants and the owner of the tables need not be a superuser.
alter table number_counters no force row level security;
do $$
declare
  numbered record;
begin
  for numbered in
    select * from (values
      ('ui.supportTickets.ticketNumber', 'ui_support_tickets', 'ticket_number_folded', '^t-([0-9]{6,15})$'),
      ('sales.quotes.number', 'sales_quotes', 'number_folded', '^q-([0-9]{6,15})$'),
      ('sales.orders.number', 'sales_orders', 'number_folded', '^o-([0-9]{6,15})$'),
      ('sales.accounts.accountNumber', 'sales_accounts', 'account_number_folded', '^a-([0-9]{6,15})$'),
      ('inventory.assets.assetNumber', 'inventory_assets', 'asset_number_folded', '^as-([0-9]{6,15})$'),
      ('customerSuccess.escalations.escalationNumber', 'customer_success_escalations', 'escalation_number_folded', '^e-([0-9]{6,15})$')
    ) as n (field, in_table, in_column, pattern)
    where to_regclass(n.in_table) is not null
  loop
    execute format('alter table %I no force row level security', numbered.in_table);
    execute format(
      'insert into number_counters (tenant_id, field, period, value)
       select tenant_id, %L, '''', max(substring(%I from %L)::bigint) from %I where %2$I ~ %3$L group by tenant_id
       on conflict (tenant_id, field, period) do update set value = greatest(number_counters.value, excluded.value)',
      numbered.field, numbered.in_column, numbered.pattern, numbered.in_table);
    execute format('alter table %I force row level security', numbered.in_table);
  end loop;
end
$$;
alter table number_counters force row level security;
