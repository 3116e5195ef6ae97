-- Background jobs in one table: what was asked for, when it is due, which node runs it and how it ended. Until now their
-- state was in tables of pg-boss.

select set_config('app.platform', 'on', true);

alter table jobs
  -- Of the jobs of one name that have the same key, one runs at a time.
  add column key text,
  add column state text not null default 'queued'
    check (state in ('queued', 'retrying', 'running', 'completed', 'failed', 'cancelled')),
  add column run_at timestamptz not null default now(),
  -- How often it was begun.
  add column attempts int not null default 0,
  -- Counts the times that a node took it, so that a node which lost it cannot say how it ended.
  add column claim int not null default 0,
  add column failures int not null default 0,
  add column interruptions int not null default 0,
  add column retry_limit int not null default 0,
  add column retry_seconds int not null default 0,
  add column retry_backoff boolean not null default false,
  add column last_error text,
  add column started_at timestamptz,
  add column finished_at timestamptz,
  -- When its node was last heard of.
  add column heartbeat_at timestamptz;

-- Since when there is a job of this name: what was due earlier is not done later.
create table job_names (
  name text primary key,
  since timestamptz not null default now()
);

do $$
begin
  if to_regclass('pgboss.job') is null then
    return;
  end if;
  delete from jobs o where not exists (select from pgboss.job j where j.name = o.name and j.id = o.id);
  update jobs o set
    key = coalesce(j.singleton_key, j.id::text),
    state = case j.state::text when 'created' then 'queued' when 'retry' then 'retrying' when 'active' then 'retrying'
      else j.state::text end,
    run_at = j.start_after,
    attempts = j.retry_count + (j.started_on is not null)::int,
    failures = least(j.retry_count, j.retry_limit),
    interruptions = coalesce((j.data ->> 'interrupted')::int, 0),
    retry_limit = j.retry_limit,
    retry_seconds = j.retry_delay,
    retry_backoff = j.retry_backoff,
    last_error = j.output ->> 'message',
    started_at = j.started_on,
    finished_at = j.completed_on
  from pgboss.job j where j.name = o.name and j.id = o.id;
  insert into job_names (name, since) select name, created_on from pgboss.queue;
  drop schema pgboss cascade;
end $$;

alter table jobs alter column key set not null;

-- The queue is of all tenants: nodes look for the next job, whosever it is.
create index jobs_due_idx on jobs (name, run_at, id) where state in ('queued', 'retrying');
create unique index jobs_running_idx on jobs (tenant_id, name, key) where state = 'running';
create index jobs_finished_idx on jobs (finished_at) where finished_at is not null;
