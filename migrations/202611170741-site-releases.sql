-- Published websites. `site_hosts` finds the website of a domain, so it belongs to no tenant; it has only hosts whose owner has
-- proven them. A release is immutable: `manifest` says what is served at each path, `use_ids` under which ids it uses contents of files.
create table site_hosts (
  host text primary key,
  tenant bigint not null references tenants (id) on delete cascade,
  website_id uuid not null
);
create index site_hosts_website_idx on site_hosts (tenant, website_id);

create table site_releases (
  tenant_id bigint not null,
  website_id uuid not null,
  id uuid not null,
  number int not null,
  manifest jsonb not null,
  use_ids uuid[] not null,
  pages int not null,
  files int not null,
  bytes bigint not null,
  created_at timestamptz not null default now(),
  created_by uuid,
  primary key (tenant_id, id),
  unique (tenant_id, website_id, number)
);

-- Requests to publish or to withdraw, with their results. `release_id` is set in the transaction that makes the release live, so a
-- job that runs again knows that it has already done its work.
create table site_publications (
  tenant_id bigint not null,
  id uuid not null,
  job_id uuid not null,
  website_id uuid not null,
  kind text not null,
  page_ids uuid[],
  scheduled_at timestamptz,
  release_id uuid,
  result jsonb,
  error text,
  created_at timestamptz not null default now(),
  created_by uuid,
  finished_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, job_id)
);
create index site_publications_website_idx on site_publications (tenant_id, website_id, created_at);

-- Views of pages, counted by day and by where the visitors came from. `counted_…` are those that the records of the page and the website show.
create table site_visits (
  tenant_id bigint not null,
  website_id uuid not null,
  day date not null,
  page_id uuid not null,
  referrer text not null,
  utm_source text not null,
  utm_medium text not null,
  utm_campaign text not null,
  views bigint not null,
  visitors bigint not null,
  counted_views bigint not null default 0,
  counted_visitors bigint not null default 0,
  primary key (tenant_id, website_id, day, page_id, referrer, utm_source, utm_medium, utm_campaign)
);

create index site_visits_uncounted_idx on site_visits (tenant_id, website_id) where views > counted_views;

-- Who has already been counted today, as hashes with a key of the day. Rows of past days are deleted.
create table site_visitors (
  tenant_id bigint not null,
  day date not null,
  page_id uuid not null,
  visitor bytea not null,
  primary key (tenant_id, day, page_id, visitor)
);

do $$
declare
  name text;
begin
  foreach name in array array['site_releases', 'site_publications', 'site_visits', 'site_visitors'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format(
      'create policy tenant on %I using (tenant_id = nullif(current_setting(''app.tenant'', true), '''')::bigint)', name);
  end loop;
end $$;

-- Nodes count views of all tenants, and forget the visitors of past days.
create policy platform on site_visits for select using (is_platform());
create policy platform on site_visitors using (is_platform());
