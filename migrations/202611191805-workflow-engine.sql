-- What a workflow does, as it was when it was activated. Records in a workflow stay on their version.
create table workflow_versions (
  tenant_id bigint not null,
  workflow_id uuid not null,
  version int not null,
  definition jsonb not null,
  created_at timestamptz not null default clock_timestamp(),
  created_by uuid,
  primary key (tenant_id, workflow_id, version)
);

-- The enrollments that have not ended. `phase`: 0, the step is to be run; 1, the step waits. `slot` is 0 for a record that may be
-- in the workflow once. `until_at` is the end of a wait, when something else made the enrollment due. `runs` counts the entries of the log. A version of 0 means that the enrollment has not begun.
create table workflow_queue (
  tenant_id bigint not null,
  enrollment_id uuid not null,
  workflow_id uuid not null,
  record_id uuid not null,
  slot int not null default 0,
  version int not null default 0,
  runs int not null default 0,
  depth smallint not null default 0,
  phase smallint not null default 0,
  tries smallint not null default 0,
  paused boolean not null default false,
  step_key text not null default '',
  signal text,
  entered_at timestamptz not null default clock_timestamp(),
  next_at timestamptz not null default clock_timestamp(),
  until_at timestamptz,
  claim uuid,
  lease_until timestamptz,
  started_at timestamptz,
  primary key (tenant_id, enrollment_id)
);
create index workflow_queue_due_idx on workflow_queue (tenant_id, workflow_id, next_at, enrollment_id)
  where claim is null and not paused;
create index workflow_queue_claimed_idx on workflow_queue (tenant_id, lease_until) where claim is not null;
-- A record is in a workflow once, unless the workflow allows more. Changes of records find their enrollments.
create unique index workflow_queue_record_key on workflow_queue (tenant_id, record_id, workflow_id, slot);

-- What happened to each record in each step, and why.
create table workflow_step_runs (
  tenant_id bigint not null,
  enrollment_id uuid not null,
  n int not null,
  workflow_id uuid not null,
  version int not null,
  step_key text not null,
  type text not null,
  outcome text not null,
  why text,
  input jsonb,
  output jsonb,
  attempt smallint not null default 1,
  at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, enrollment_id, n)
);
create index workflow_step_runs_step_idx on workflow_step_runs (tenant_id, workflow_id, step_key, outcome);

-- Workflows that were activated: whether they run now, by which version, and up to when and from when on a trigger by time is
-- looked at.
create table workflow_states (
  tenant_id bigint not null,
  workflow_id uuid not null,
  version int not null,
  running boolean not null,
  hook_hash text,
  done_to timestamptz not null default clock_timestamp(),
  next_at timestamptz,
  primary key (tenant_id, workflow_id)
);
create index workflow_states_next_idx on workflow_states (tenant_id, next_at) where running;

-- Many records that are enrolled page by page: the members of a segment, or the records that a schedule finds.
create table workflow_intakes (
  tenant_id bigint not null,
  id uuid not null,
  workflow_id uuid not null,
  segment_id uuid,
  source text not null,
  depth smallint not null default 0,
  values jsonb,
  cursor_id uuid not null default '00000000-0000-0000-0000-000000000000',
  enrolled int not null default 0,
  created_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, id)
);

do $$
declare
  name text;
begin
  foreach name in array array['workflow_versions', 'workflow_queue', 'workflow_step_runs', 'workflow_states', 'workflow_intakes'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format(
      'create policy tenant on %I using (tenant_id = nullif(current_setting(''app.tenant'', true), '''')::bigint)', name);
  end loop;
end $$;
-- Nodes find the queues with due rows, and the rows of nodes that died.
create policy platform on workflow_queue for select using (is_platform());
create policy platform on workflow_states for select using (is_platform());

-- Whose turn is next in a step that assigns records to the members of a team in turn.
create table workflow_turns (
  tenant_id bigint not null,
  workflow_id uuid not null,
  step_key text not null,
  turn bigint not null,
  primary key (tenant_id, workflow_id, step_key)
);
alter table workflow_turns enable row level security;
alter table workflow_turns force row level security;
create policy tenant on workflow_turns using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);
