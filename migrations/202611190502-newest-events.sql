-- The newest events of each of these records before a place, by the index over records. Without `enable_sort`, the plan
-- merges the ordered index scans of the partitions and stops after `most` rows. The planner expects few events for a
-- record, so it would otherwise read and sort all of them: 100,000 for a record that changed so often.
create function newest_events(tenant bigint, records uuid[], models text[], before_xid xid8, before_seq bigint, most int)
  returns table (xid xid8, seq bigint, occurred_at timestamptz)
  language plpgsql stable set enable_sort = off as $$
#variable_conflict use_column
declare
  wanted uuid;
begin
  foreach wanted in array records loop
    return query
      select e.xid, e.seq, e.occurred_at from events e
      where e.tenant_id = tenant and e.record_id = wanted and e.model = any(models) and (e.xid, e.seq) < (before_xid, before_seq)
      order by e.xid desc, e.seq desc limit most;
  end loop;
end $$;
