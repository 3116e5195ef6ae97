-- Renews the statistics of a table in which a tenant has many more rows than the planner expects.

-- Only the owner of a table may analyze it, and the application owns none, so this function acts as the owner. `analyze` samples a
-- bounded number of rows, and gets a transaction id only when it stores the result: readers of events do not wait for it.
-- A table that is being analyzed or vacuumed is skipped: waiting for the lock would cancel autovacuum.
-- Returns whether the table was analyzed.
create function analyze_grown_table(name text, tenant bigint, created bigint) returns boolean
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  plan json;
begin
  if not exists (
    select from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname = name
  ) then
    raise exception 'there is no table % of tenants', name using errcode = 'undefined_table';
  end if;
  execute format('explain (format json) select from %I where tenant_id = %s', name, tenant) into plan;
  if created < (plan->0->'Plan'->>'Plan Rows')::float8 then
    return false;
  end if;
  execute format('analyze (skip_locked) %I', name);
  return true;
end $$;
revoke execute on function analyze_grown_table(text, bigint, bigint) from public;
