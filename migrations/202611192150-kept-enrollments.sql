-- The places of deleted enrollments, for a restore. `place` is the row of workflow_queue.
create table workflow_parked (
  tenant_id bigint not null,
  enrollment_id uuid not null,
  workflow_id uuid not null,
  place jsonb not null,
  parked_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, enrollment_id)
);
create index workflow_parked_at_idx on workflow_parked (tenant_id, parked_at);

-- What the statistics of a workflow count of enrollments that are not kept any more. `name` is an outcome of a step, or what
-- became of its mails; with an empty step, the status of enrollments.
create table workflow_totals (
  tenant_id bigint not null,
  workflow_id uuid not null,
  step_key text not null,
  name text not null,
  type text not null default '',
  count bigint not null,
  primary key (tenant_id, workflow_id, step_key, name)
);

do $$
declare
  name text;
begin
  foreach name in array array['workflow_parked', 'workflow_totals'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format(
      'create policy tenant on %I using (tenant_id = nullif(current_setting(''app.tenant'', true), '''')::bigint)', name);
  end loop;
end $$;

-- The log of a deleted enrollment is kept for a restore, and not counted.
alter table workflow_step_runs add column removed boolean not null default false;
drop index workflow_step_runs_step_idx;
create index workflow_step_runs_step_idx on workflow_step_runs (tenant_id, workflow_id, step_key, outcome) where not removed;
create index workflow_step_runs_removed_idx on workflow_step_runs (tenant_id, at) where removed;

-- Versions of a deleted workflow are kept for a restore.
alter table workflow_states add column deleted_at timestamptz;
