-- What each tenant and each of its users has used of its limits today. The zero id is the whole tenant.
create table ai_daily_use (
  tenant_id bigint not null,
  day date not null,
  user_id uuid not null,
  requests bigint not null,
  tokens bigint not null,
  primary key (tenant_id, day, user_id)
);

alter table ai_daily_use enable row level security, force row level security;
create policy tenant on ai_daily_use using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);
