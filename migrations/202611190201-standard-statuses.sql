-- Statuses have a key and a category now, each list has one default, and deals are in a pipeline. Existing statuses get a key from their name.
-- The statuses that a new tenant has are added where they are missing, so that every suggested text of a record is a status. Then each record
-- refers to the status of its text. The policies are not forced meanwhile, because this spans tenants and the owner of the tables need not be a superuser.
create temporary table standard_statuses (list text, place int, key text, name text, color text, category text, probability numeric, forecast text) on commit drop;
insert into standard_statuses values
  ('sales_contact_statuses', 1, 'prospect', 'Prospect', '#1e88e5', 'open'),
  ('sales_contact_statuses', 2, 'active', 'Active', '#00897b', 'open'),
  ('sales_contact_statuses', 3, 'customer', 'Customer', '#43a047', 'won'),
  ('sales_contact_statuses', 4, 'inactive', 'Inactive', '#ffb300', 'closed'),
  ('sales_contact_statuses', 5, 'former', 'Former', '#78909c', 'closed'),
  ('sales_contact_statuses', 6, 'bounced', 'Bounced', '#e53935', 'closed'),
  ('sales_account_statuses', 1, 'prospect', 'Prospect', '#1e88e5', 'open'),
  ('sales_account_statuses', 2, 'active', 'Active', '#00897b', 'open'),
  ('sales_account_statuses', 3, 'customer', 'Customer', '#43a047', 'won'),
  ('sales_account_statuses', 4, 'partner', 'Partner', '#00897b', 'open'),
  ('sales_account_statuses', 5, 'inactive', 'Inactive', '#ffb300', 'closed'),
  ('sales_account_statuses', 6, 'churned', 'Churned', '#e53935', 'lost'),
  ('sales_lead_statuses', 1, 'new', 'New', '#1e88e5', 'open'),
  ('sales_lead_statuses', 2, 'contacted', 'Contacted', '#00897b', 'open'),
  ('sales_lead_statuses', 3, 'nurturing', 'Nurturing', '#ffb300', 'open'),
  ('sales_lead_statuses', 4, 'qualified', 'Qualified', '#43a047', 'open'),
  ('sales_lead_statuses', 5, 'unqualified', 'Unqualified', '#78909c', 'lost'),
  ('sales_lead_statuses', 6, 'converted', 'Converted', '#43a047', 'won'),
  ('sales_quote_statuses', 1, 'draft', 'Draft', '#78909c', 'open'),
  ('sales_quote_statuses', 2, 'inReview', 'In review', '#ffb300', 'open'),
  ('sales_quote_statuses', 3, 'sent', 'Sent', '#1e88e5', 'open'),
  ('sales_quote_statuses', 4, 'accepted', 'Accepted', '#43a047', 'won'),
  ('sales_quote_statuses', 5, 'rejected', 'Rejected', '#e53935', 'lost'),
  ('sales_quote_statuses', 6, 'expired', 'Expired', '#fb8c00', 'closed'),
  ('sales_quote_statuses', 7, 'cancelled', 'Cancelled', '#78909c', 'closed'),
  ('sales_order_statuses', 1, 'draft', 'Draft', '#78909c', 'draft'),
  ('sales_order_statuses', 2, 'confirmed', 'Confirmed', '#1e88e5', 'open'),
  ('sales_order_statuses', 3, 'processing', 'Processing', '#ffb300', 'open'),
  ('sales_order_statuses', 4, 'shipped', 'Shipped', '#fb8c00', 'open'),
  ('sales_order_statuses', 5, 'delivered', 'Delivered', '#00897b', 'fulfilled'),
  ('sales_order_statuses', 6, 'completed', 'Completed', '#43a047', 'fulfilled'),
  ('sales_order_statuses', 7, 'cancelled', 'Cancelled', '#e53935', 'cancelled'),
  ('sales_order_statuses', 8, 'returned', 'Returned', '#78909c', 'returned'),
  ('sales_product_statuses', 1, 'draft', 'Draft', '#78909c', 'open'),
  ('sales_product_statuses', 2, 'available', 'Available', '#43a047', 'open'),
  ('sales_product_statuses', 3, 'outOfStock', 'Out of stock', '#ffb300', 'open'),
  ('sales_product_statuses', 4, 'discontinued', 'Discontinued', '#e53935', 'closed'),
  ('marketing_campaign_statuses', 1, 'draft', 'Draft', '#78909c', 'open'),
  ('marketing_campaign_statuses', 2, 'planned', 'Planned', '#1e88e5', 'open'),
  ('marketing_campaign_statuses', 3, 'scheduled', 'Scheduled', '#00897b', 'open'),
  ('marketing_campaign_statuses', 4, 'active', 'Active', '#43a047', 'open'),
  ('marketing_campaign_statuses', 5, 'paused', 'Paused', '#ffb300', 'open'),
  ('marketing_campaign_statuses', 6, 'completed', 'Completed', '#00897b', 'won'),
  ('marketing_campaign_statuses', 7, 'cancelled', 'Cancelled', '#e53935', 'lost'),
  ('marketing_campaign_statuses', 8, 'archived', 'Archived', '#78909c', 'closed'),
  ('marketing_website_statuses', 1, 'draft', 'Draft', '#78909c', 'open'),
  ('marketing_website_statuses', 2, 'inDevelopment', 'In development', '#1e88e5', 'open'),
  ('marketing_website_statuses', 3, 'live', 'Live', '#43a047', 'open'),
  ('marketing_website_statuses', 4, 'maintenance', 'Maintenance', '#ffb300', 'open'),
  ('marketing_website_statuses', 5, 'archived', 'Archived', '#e53935', 'closed'),
  ('ui_screen_statuses', 1, 'published', 'Published', '#43a047', 'open'),
  ('ui_screen_statuses', 2, 'draft', 'Draft', '#78909c', 'open'),
  ('ui_screen_statuses', 3, 'archived', 'Archived', '#e53935', 'closed');
insert into standard_statuses values
  ('sales_opportunity_statuses', 1, 'prospecting', 'Prospecting', '#78909c', 'open', 10, 'pipeline'),
  ('sales_opportunity_statuses', 2, 'qualification', 'Qualification', '#1e88e5', 'open', 20, 'pipeline'),
  ('sales_opportunity_statuses', 3, 'needsAnalysis', 'Needs analysis', '#fb8c00', 'open', 40, 'pipeline'),
  ('sales_opportunity_statuses', 4, 'proposal', 'Proposal', '#00897b', 'open', 60, 'bestCase'),
  ('sales_opportunity_statuses', 5, 'negotiation', 'Negotiation', '#ffb300', 'open', 80, 'commit'),
  ('sales_opportunity_statuses', 6, 'won', 'Won', '#43a047', 'won', 100, 'closed'),
  ('sales_opportunity_statuses', 7, 'lost', 'Lost', '#e53935', 'lost', 0, 'omitted');

-- Ids in the order of their creation, as the platform gives them.
create function pg_temp.next_id() returns uuid language sql volatile as $$
  select encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
    placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6), 52, 1), 53, 1), 'hex')::uuid
$$;

-- `In review` gives `inReview`.
create function pg_temp.key_of(name text) returns text language sql immutable as $$
  select coalesce(nullif(left(string_agg(case when n = 1 then lower(word) else upper(left(word, 1)) || lower(substring(word from 2)) end, '' order by n), 90), ''), 'status')
  from (select word, row_number() over (order by place) as n from regexp_split_to_table(
    replace(replace(replace(replace(replace(replace(replace(name, 'ä', 'ae'), 'ö', 'oe'), 'ü', 'ue'), 'Ä', 'Ae'), 'Ö', 'Oe'), 'Ü', 'Ue'), 'ß', 'ss'),
    '[^[:alnum:]]+') with ordinality w(word, place) where word <> '') words
$$;

do $$
declare
  list text;
begin
  alter table sales_pipelines no force row level security;
  insert into sales_pipelines (tenant_id, id, name, is_default, active)
  select id, pg_temp.next_id(), 'Sales pipeline', true, true from tenants;

  for list in select distinct s.list from standard_statuses s where to_regclass(s.list) is not null order by 1 loop
    execute format('alter table %I no force row level security', list);
    -- The key by the name, with a number where another status of the tenant has it. "Running" was the name of the active campaigns.
    execute format($sql$
      update %1$I t set key = k.key || case when k.n = 1 then '' else k.n::text end,
        category = coalesce(case when k.n = 1 then (select s.category from standard_statuses s where s.list = %1$L and s.key = k.key) end,
          case when t.is_closed then %2$L else 'open' end)
      from (
        select tenant_id, id, key, row_number() over (partition by tenant_id, lower(key) order by position, created_at, id) as n
        from (select r.tenant_id, r.id, r.position, r.created_at, case when %1$L = 'marketing_campaign_statuses' and r.name = 'Running' then 'active'
            else coalesce((select s.key from standard_statuses s where s.list = %1$L and lower(s.key) = lower(pg_temp.key_of(r.name))), pg_temp.key_of(r.name)) end as key
          from %1$I r) named
      ) k where t.tenant_id = k.tenant_id and t.id = k.id
    $sql$, list, case when list = 'sales_order_statuses' then 'fulfilled' else 'closed' end);
    -- A name such as "Won 2" may have got the key of another status.
    execute format($sql$
      update %1$I t set key = t.key || '_' || left(t.id::text, 8) from (
        select tenant_id, id, row_number() over (partition by tenant_id, lower(key) order by created_at, id) as n from %1$I
      ) d where d.tenant_id = t.tenant_id and d.id = t.id and d.n > 1
    $sql$, list);
    execute format($sql$
      insert into %1$I (tenant_id, id, name, key, category, color, position, is_default, is_closed)
      select p.tenant_id, pg_temp.next_id(), s.name, s.key, s.category, s.color, coalesce(l.last, 0) + s.place, false, s.category not in ('draft', 'open')
      from sales_pipelines p cross join standard_statuses s
      left join (select tenant_id, max(position) as last from %1$I group by 1) l on l.tenant_id = p.tenant_id
      where s.list = %1$L and not exists (select from %1$I t where t.tenant_id = p.tenant_id and lower(t.key) = lower(s.key))
    $sql$, list);
    -- The standard order, for tenants that have no statuses of their own.
    execute format($sql$
      update %1$I t set position = s.place from standard_statuses s
      where s.list = %1$L and s.key = t.key and t.position is distinct from s.place and not exists (
        select from %1$I o where o.tenant_id = t.tenant_id and not exists (select from standard_statuses k where k.list = %1$L and k.key = o.key))
    $sql$, list);
    execute format($sql$
      update %1$I t set is_default = (t.id = d.id) from (
        select distinct on (t.tenant_id) t.tenant_id, t.id from %1$I t left join standard_statuses s on s.list = %1$L and s.key = t.key
        order by t.tenant_id, coalesce(t.is_default, false) desc, (s.place = 1) desc nulls last, t.position, t.created_at, t.id
      ) d where d.tenant_id = t.tenant_id and t.is_default is distinct from (t.id = d.id)
    $sql$, list);
    execute format('update %I set is_closed = category not in (''draft'', ''open'') where is_closed is distinct from (category not in (''draft'', ''open''))', list);
  end loop;

  update sales_opportunity_statuses t set pipeline_id = p.id from sales_pipelines p where p.tenant_id = t.tenant_id;
  update sales_opportunity_statuses t set
    probability = coalesce(s.probability, case when t.category = 'won' then 100 when t.category <> 'open' then 0 end),
    forecast_category = coalesce(s.forecast, case when t.category = 'won' then 'closed' when t.category <> 'open' then 'omitted' else 'pipeline' end)
  from sales_opportunity_statuses o left join standard_statuses s on s.list = 'sales_opportunity_statuses' and s.key = o.key
  where o.tenant_id = t.tenant_id and o.id = t.id;
end
$$;

-- Each record refers to the status of its text. Where the two differ, the status that somebody has chosen wins over the text that is only the
-- default, and any other text over the status. A text that is no key refers to no status.
do $$
declare
  recorded record;
begin
  for recorded in
    select * from (values
      ('sales_contacts', 'status', '', 'sales_contact_statuses'),
      ('sales_accounts', 'status', '', 'sales_account_statuses'),
      ('sales_leads', 'status', 'new', 'sales_lead_statuses'),
      ('sales_quotes', 'status', 'draft', 'sales_quote_statuses'),
      ('sales_orders', 'status', 'draft', 'sales_order_statuses'),
      ('sales_products', 'status', '', 'sales_product_statuses'),
      ('marketing_campaigns', 'status', 'draft', 'marketing_campaign_statuses'),
      ('marketing_websites', 'status', 'draft', 'marketing_website_statuses')
    ) r (in_table, text_column, default_text, list) where to_regclass(r.in_table) is not null
  loop
    execute format('alter table %I no force row level security', recorded.in_table);
    execute format($sql$
      update %1$I t set (%2$I, status_id) = (n.text, n.status_id)
      from (
        select r.tenant_id, r.id,
          case when c.id is not null and (r.%2$I is null or r.%2$I = %3$L) then c.key else r.%2$I end as text,
          case when c.id is not null and (r.%2$I is null or r.%2$I = %3$L) then c.id else k.id end as status_id
        from %1$I r
        left join %4$I c on c.tenant_id = r.tenant_id and c.id = r.status_id
        left join %4$I k on k.tenant_id = r.tenant_id and k.key = r.%2$I
        where r.status_id is not null or k.id is not null
      ) n where n.tenant_id = t.tenant_id and n.id = t.id and (t.%2$I is distinct from n.text or t.status_id is distinct from n.status_id)
    $sql$, recorded.in_table, recorded.text_column, recorded.default_text, recorded.list);
    execute format('alter table %I force row level security', recorded.in_table);
  end loop;

  -- Deals also get their pipeline and the values of their stage, in one pass.
  alter table sales_opportunities no force row level security;
  update sales_opportunities t set
    stage = n.stage, status_id = n.status_id, pipeline_id = n.pipeline_id,
    probability = coalesce(t.probability, n.probability),
    probability_set_by_hand = coalesce(t.probability is distinct from n.probability and t.probability is not null, false),
    forecast_category = coalesce(t.forecast_category, n.forecast_category),
    closed_at = case when n.category in ('won', 'lost') then coalesce(t.closed_at, t.stage_changed_at, t.close_date::timestamptz, t.updated_at) else t.closed_at end,
    close_date = case when n.category in ('won', 'lost') then coalesce(t.close_date, (coalesce(t.closed_at, t.stage_changed_at, t.updated_at) at time zone 'UTC')::date) else t.close_date end
  from (
    select m.tenant_id, m.id, m.pipeline_id, coalesce(s.key, m.stage) as stage, s.id as status_id, s.category, s.probability, s.forecast_category
    from (
      select r.tenant_id, r.id, p.id as pipeline_id, r.stage,
        case when r.status_id is not null and coalesce(r.stage, 'prospecting') = 'prospecting' then r.status_id else k.id end as status_id
      from sales_opportunities r
      join sales_pipelines p on p.tenant_id = r.tenant_id
      left join sales_opportunity_statuses k on k.tenant_id = r.tenant_id and k.key = r.stage
    ) m left join sales_opportunity_statuses s on s.tenant_id = m.tenant_id and s.id = m.status_id
  ) n where n.tenant_id = t.tenant_id and n.id = t.id;
  alter table sales_opportunities force row level security;
end
$$;

do $$
declare
  list text;
begin
  for list in select distinct s.list from standard_statuses s where to_regclass(s.list) is not null loop
    execute format('alter table %I force row level security', list);
  end loop;
  alter table sales_pipelines force row level security;
end
$$;
drop table standard_statuses;
