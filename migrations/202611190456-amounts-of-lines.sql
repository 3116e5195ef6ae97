-- The amounts of lines are stored now, rounded to the digits of their currency. Quotes and orders keep the totals that were typed, until one of their
-- lines changes. The policies are not forced meanwhile, because this spans tenants and the owner of the tables need not be a superuser.
do $$
declare
  line record;
begin
  for line in select * from (values
    ('sales_quote_products', 'sales_quotes', 'quote_id'),
    ('sales_order_products', 'sales_orders', 'order_id'),
    ('sales_opportunity_products', 'sales_opportunities', 'opportunity_id')) v (lines, documents, reference)
  loop
    execute format('alter table %I no force row level security', line.lines);
    execute format('alter table %I no force row level security', line.documents);
    execute format($sql$
      update %1$I l set net = a.net, total = round(a.net * (1 + coalesce(a.tax_percent, 0) / 100), a.digits)
      from (
        select p.tenant_id, p.id, p.tax_percent, d.digits,
          round(p.quantity * p.unit_price * (1 - coalesce(p.discount_percent, 0) / 100), d.digits) as net
        from %1$I p
        join %2$I o on o.tenant_id = p.tenant_id and o.id = p.%3$I
        cross join lateral (select case
          when o.currency in ('BIF', 'CLP', 'DJF', 'GNF', 'ISK', 'JPY', 'KMF', 'KRW', 'PYG', 'RWF', 'UGX', 'VND', 'VUV', 'XAF', 'XOF', 'XPF') then 0
          when o.currency in ('BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND') then 3
          else 2 end as digits) d
        where p.quantity is not null and p.unit_price is not null
      ) a where l.tenant_id = a.tenant_id and l.id = a.id$sql$, line.lines, line.documents, line.reference);
    execute format('alter table %I force row level security', line.lines);
    execute format('alter table %I force row level security', line.documents);
  end loop;
end
$$;
