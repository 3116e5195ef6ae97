-- Who is and was in a segment. Rows of a deleted segment are removed in the background, because there may be a million.
create table segment_members (
  tenant_id bigint not null,
  segment_id uuid not null,
  record_id uuid not null,
  entered_at timestamptz not null,
  left_at timestamptz,
  primary key (tenant_id, segment_id, record_id, entered_at)
);
-- A record is in a segment once, and the members are listed by the time when they entered.
create unique index segment_members_current_key on segment_members (tenant_id, segment_id, record_id) where left_at is null;
create index segment_members_entered_idx on segment_members (tenant_id, segment_id, entered_at, record_id) where left_at is null;
-- Past memberships are removed when they are older than events are kept.
create index segment_members_left_idx on segment_members (tenant_id, left_at) where left_at is not null;

-- When a record has to be compared with a segment without an event, because a window of time ends.
create table segment_windows (
  tenant_id bigint not null,
  segment_id uuid not null,
  record_id uuid not null,
  due_at timestamptz not null,
  primary key (tenant_id, segment_id, record_id)
);
create index segment_windows_due_idx on segment_windows (tenant_id, due_at);

-- How far the evaluation of a segment has got: by which definition, and while all records are compared, the last one that was.
create table segment_states (
  tenant_id bigint not null,
  segment_id uuid not null,
  fingerprint text,
  chosen uuid[] not null default '{}',
  cursor_id uuid,
  next_at timestamptz,
  primary key (tenant_id, segment_id)
);

do $$
declare
  name text;
begin
  foreach name in array array['segment_members', 'segment_windows', 'segment_states'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format(
      'create policy tenant on %I using (tenant_id = nullif(current_setting(''app.tenant'', true), '''')::bigint)', name);
  end loop;
end $$;

-- Tenants that have segments are followed from their newest event on. Counts that clients have set are replaced by the first evaluation.
alter table marketing_segments no force row level security;
alter table events no force row level security;
alter table event_followers no force row level security;
update marketing_segments set member_count = 0, last_evaluated_at = null;
insert into event_followers (tenant_id, follower, xid, seq, read_to, state)
select s.tenant_id, 'segments', e.xid, e.seq, now(), '{}'
from (select distinct tenant_id from marketing_segments) s cross join lateral (
  select e.xid, e.seq from events e where e.tenant_id = s.tenant_id order by e.xid desc, e.seq desc limit 1) e;
alter table event_followers force row level security;
alter table events force row level security;
alter table marketing_segments force row level security;
