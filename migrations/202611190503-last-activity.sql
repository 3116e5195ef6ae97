-- Every activity, mail, note and finished task sets `last_activity_at` of the records to which it refers, in the statement
-- that writes it, whichever way the write takes. A record that was touched less than ten seconds earlier is left alone, so
-- that many writers do not wait for the row of one busy record. The value only grows. It is written without an event and
-- without a new version (`eventless`).

-- For inserts. The arguments are SQL of the time, SQL of a condition, and pairs of a reference and the table it refers to.
create function touch_records_of_added() returns trigger language plpgsql as $$
begin
  for n in 2 .. tg_nargs - 2 by 2 loop
    execute format(
      'update %I t set last_activity_at = a.at
       from (select tenant_id, %I as id, max(%s) as at from added where %I is not null and %s group by 1, 2 order by 2) a
       where t.tenant_id = a.tenant_id and t.id = a.id
         and (t.last_activity_at is null or t.last_activity_at < a.at - interval ''10 seconds'')',
      tg_argv[n + 1], tg_argv[n], tg_argv[0], tg_argv[n], tg_argv[1]);
  end loop;
  return null;
end $$;

-- For a task that is finished. The arguments are pairs of a reference and the table it refers to.
create function touch_records_of_finished() returns trigger language plpgsql as $$
begin
  for n in 0 .. tg_nargs - 2 by 2 loop
    execute format(
      'update %I t set last_activity_at = $3
       where t.tenant_id = $1 and t.id = $2 and (t.last_activity_at is null or t.last_activity_at < $3 - interval ''10 seconds'')',
      tg_argv[n + 1]) using new.tenant_id, (to_jsonb(new)->>tg_argv[n])::uuid, new.completed_at;
  end loop;
  return null;
end $$;

do $$
declare
  all_references constant text :=
    '''contact_id'', ''sales_contacts'', ''account_id'', ''sales_accounts'', ''lead_id'', ''sales_leads'', ''opportunity_id'', ''sales_opportunities''';
  name text;
  refs text;
begin
  foreach name in array array['sales', 'sales_contact', 'sales_account', 'sales_lead', 'sales_opportunity'] loop
    refs := case name
      when 'sales' then all_references
      when 'sales_opportunity' then '''opportunity_id'', ''sales_opportunities'''
      else format('%L, %L', replace(name, 'sales_', '') || '_id', name || 's') end;
    execute format(
      'create trigger %I after insert on %I referencing new table as added for each statement
       execute function touch_records_of_added(''created_at'', ''true'', %s)', name || '_notes_touch', name || '_notes', refs);
    execute format(
      'create trigger %I after insert on %I referencing new table as added for each statement
       execute function touch_records_of_added(''completed_at'', ''completed_at is not null'', %s)', name || '_tasks_touch', name || '_tasks', refs);
    execute format(
      'create trigger %I after update of completed_at on %I for each row
       when (old.completed_at is null and new.completed_at is not null)
       execute function touch_records_of_finished(%s)', name || '_tasks_finish', name || '_tasks', refs);
  end loop;
  execute format(
    'create trigger sales_activities_touch after insert on sales_activities referencing new table as added for each statement
     execute function touch_records_of_added(''least(coalesce(starts_at, created_at), now())'', ''true'', %s)', all_references);
  -- Mailings, drafts, and mails that are sent later do not count.
  execute format(
    'create trigger communications_emails_touch after insert on communications_emails referencing new table as added
     for each statement execute function touch_records_of_added(
       ''least(coalesce(sent_at, received_at, created_at), now())'',
       ''coalesce(status, %s) not in (%s) and coalesce(type, %s) not in (%s) and coalesce(category, %s) not in (%s)'', %s)',
    '''''draft''''', '''''draft'''', ''''scheduled'''', ''''cancelled'''', ''''failed''''',
    '''''single''''', '''''bulk'''', ''''campaign'''', ''''marketing''''',
    '''''personal''''', '''''bounce'''', ''''newsletter''''', all_references);
end $$;
