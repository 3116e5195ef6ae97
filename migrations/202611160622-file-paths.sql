-- The url of a file is a path: an address with the host was wrong after the server moved. The policy is not forced meanwhile,
-- because the migration spans tenants and the owner of the tables need not be a superuser.
do $$
declare
  name text;
begin
  for name in
    select table_name from information_schema.columns
    where table_schema = current_schema() and column_name in ('url', 'sha256', 'storage_key')
    group by table_name having count(*) = 3 order by table_name
  loop
    execute format('alter table %I no force row level security', name);
    execute format(
      $update$update %I set url = substring(url from '/api/[^/]+/[^/]+/[^/]+/content$')
      where sha256 is not null and url ~ ('^https?://.+/api/[^/]+/[^/]+/' || id || '/content$')$update$, name);
    execute format('alter table %I force row level security', name);
  end loop;
end $$;
