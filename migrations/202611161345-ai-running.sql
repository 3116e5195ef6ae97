-- Completions that run now, and how long their node is known to be alive. Every node looks for those of dead nodes.
create table ai_running (
  tenant_id bigint not null,
  log_id uuid not null,
  alive_until timestamptz not null,
  primary key (tenant_id, log_id)
);

alter table ai_running enable row level security, force row level security;
create policy tenant on ai_running using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);
create policy platform on ai_running for select using (is_platform());
