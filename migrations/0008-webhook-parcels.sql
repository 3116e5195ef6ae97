-- A delivery that is sent at once is written when its result is known. Until then it is an entry of a parcel: what one
-- node has taken of one webhook in one go, and until when the node has it. Entries without a row of their own are open.
create table webhook_parcels (
  tenant_id bigint not null,
  webhook_id uuid not null,
  -- A result is taken only while the parcel that it was sent from is there.
  claim uuid not null,
  until timestamptz(3) not null,
  created_at timestamptz(3) not null default now(),
  ids uuid[] not null,
  event_ids uuid[] not null,
  types text[] not null,
  event_times timestamptz(3)[] not null,
  event_xids xid8[] not null,
  event_seqs bigint[] not null,
  primary key (tenant_id, webhook_id, claim)
) with (autovacuum_vacuum_scale_factor = 0.05);

alter table webhook_parcels enable row level security;
alter table webhook_parcels force row level security;
create policy tenant on webhook_parcels using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);
create policy platform on webhook_parcels using (is_platform());

-- Every delivery, whether it has a row yet or not.
create view webhook_delivery_log with (security_invoker = true) as
select d.tenant_id, d.webhook_id, d.id, d.event_id, d.type, d.event_at, d.event_xid, d.event_seq, d.body, d.status, d.tries,
  d.attempts, d.next_at, d.created_at, d.finished_at
from webhook_deliveries d
union all
select p.tenant_id, p.webhook_id, u.id, u.event_id, u.type, u.event_at, u.event_xid, u.event_seq, null, 'delivering', 0,
  '[]'::jsonb, p.until, p.created_at, null
from webhook_parcels p
cross join lateral unnest(p.ids, p.event_ids, p.types, p.event_times, p.event_xids, p.event_seqs)
  u(id, event_id, type, event_at, event_xid, event_seq)
where not exists (
  select from webhook_deliveries d where d.tenant_id = p.tenant_id and d.webhook_id = p.webhook_id and d.id = u.id
);
