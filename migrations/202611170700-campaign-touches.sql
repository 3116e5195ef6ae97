-- Visits that came from a campaign, by day. They are anonymous; contacts are known from submissions of forms and from tracked mails.
create table campaign_touches (
  tenant_id bigint not null,
  day date not null,
  kind text not null,
  utm_campaign text not null,
  utm_source text not null,
  utm_medium text not null,
  touches bigint not null,
  primary key (tenant_id, utm_campaign, day, kind, utm_source, utm_medium)
);
alter table campaign_touches enable row level security;
alter table campaign_touches force row level security;
create policy tenant on campaign_touches using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);
