-- Submissions of forms on pages of websites, counted as views are.
alter table site_visits
  add column conversions bigint not null default 0,
  add column counted_conversions bigint not null default 0;
drop index site_visits_uncounted_idx;
create index site_visits_uncounted_idx on site_visits (tenant_id, website_id)
  where views > counted_views or conversions > counted_conversions;
