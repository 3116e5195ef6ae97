-- A delivery that is sent at once is written when its result is known. Until then it is an entry of a parcel: what one
-- node has taken of one webhook in one go, and until when the node has it. Entries without a row of their own are open.
create table webhook_parcels (
  tenant_id bigint not null,
  webhook_id uuid not null,
  -- A result is taken only while the parcel that it was sent from is there.
  claim uuid not null,
  until timestamptz(3) not null,
  created_at timestamptz(3) not null default now(),
  -- How many have no result yet; at least one, as long as it is there.
  size int not null,
  -- Of each: id, event_id, type, event_at, event_xid, event_seq. Most parcels are never looked into.
  entries json not null,
  primary key (tenant_id, webhook_id, claim)
) with (autovacuum_vacuum_scale_factor = 0.05);

-- They live for milliseconds: compressing them takes longer than writing them.
alter table webhook_parcels alter column entries set storage external;

alter table webhook_parcels enable row level security;
alter table webhook_parcels force row level security;
create policy tenant on webhook_parcels using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);
create policy platform on webhook_parcels using (is_platform());

-- Every delivery, whether it has a row yet or not.
create view webhook_delivery_log with (security_invoker = true) as
select d.tenant_id, d.webhook_id, d.id, d.event_id, d.type, d.event_at, d.event_xid, d.event_seq, d.body, d.status,
  d.attempts, d.next_at, d.created_at, d.finished_at
from webhook_deliveries d
union all
select p.tenant_id, p.webhook_id, u.id, u.event_id, u.type, u.event_at, u.event_xid, u.event_seq, null, 'delivering',
  '[]'::jsonb, p.until, p.created_at, null
from webhook_parcels p
cross join lateral json_to_recordset(p.entries)
  u(id uuid, event_id uuid, type text, event_at timestamptz(3), event_xid xid8, event_seq bigint)
-- Not a join: without statistics, one would compare each entry with every delivery of the webhook.
where (
  select true from webhook_deliveries d where d.tenant_id = p.tenant_id and d.webhook_id = p.webhook_id and d.id = u.id limit 1
) is null;
