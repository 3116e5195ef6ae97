-- Numbers of accounts are unique now. Where several accounts of a tenant have one, the oldest keeps it and the others get `-2`, `-3` and so on;
-- again, when an account has such a number already.
alter table sales_accounts no force row level security;
do $$
begin
  loop
    update sales_accounts a set account_number = a.account_number || '-' || d.place
    from (
      select tenant_id, id, row_number() over (partition by tenant_id, lower(account_number) order by created_at, id) as place
      from sales_accounts where account_number is not null
    ) d
    where d.place > 1 and d.tenant_id = a.tenant_id and d.id = a.id;
    exit when not found;
  end loop;
end
$$;
alter table sales_accounts force row level security;
