-- The tenant of a published form: visitors send only its id. Kept by a trigger, so that every way of writing a form keeps it.
create table form_addresses (
  form_id uuid primary key,
  tenant bigint not null references tenants (id) on delete cascade
);

create function keep_form_address() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    delete from form_addresses where form_id = old.id;
  end if;
  if tg_op <> 'DELETE' and new.status = 'published' then
    insert into form_addresses (form_id, tenant) values (new.id, new.tenant_id);
  end if;
  return null;
end
$$;

create trigger forms_forms_address after insert or delete or update of status on forms_forms
  for each row execute function keep_form_address();

insert into form_addresses (form_id, tenant) select id, tenant_id from forms_forms where status = 'published';
