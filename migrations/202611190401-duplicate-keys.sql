-- Keys by which records that were entered twice find each other. `scan_id` identifies a rule in one of its definitions. Keys are digests in the form of
-- ids, because their comparison is leakproof.
create table duplicate_scans (
  tenant_id bigint not null,
  id uuid not null,
  rule_id uuid not null,
  -- All records up to this id have their keys. Null before the first one.
  scanned_to uuid,
  built_at timestamptz(3),
  -- The events up to this position are in the keys.
  xid xid8 not null,
  seq bigint not null,
  at timestamptz(3) not null default now(),
  primary key (tenant_id, id)
);
create index duplicate_scans_rule_idx on duplicate_scans (tenant_id, rule_id);

create table duplicate_keys (
  tenant_id bigint not null,
  scan_id uuid not null,
  key uuid not null,
  record_id uuid not null,
  primary key (tenant_id, scan_id, key, record_id)
);
create index duplicate_keys_record_idx on duplicate_keys (tenant_id, scan_id, record_id);

create table duplicate_pairs (
  tenant_id bigint not null,
  scan_id uuid not null,
  low_id uuid not null,
  high_id uuid not null,
  -- In thousandths.
  score int not null,
  primary key (tenant_id, scan_id, low_id, high_id)
);
create index duplicate_pairs_high_idx on duplicate_pairs (tenant_id, scan_id, high_id);
create index duplicate_pairs_score_idx on duplicate_pairs (tenant_id, scan_id, score desc, low_id, high_id);

-- Pairs of records that somebody looked at and found to be different.
create table duplicate_dismissals (
  tenant_id bigint not null,
  low_id uuid not null,
  high_id uuid not null,
  dismissed_by uuid,
  created_at timestamptz(3) not null default now(),
  primary key (tenant_id, low_id, high_id)
);

-- The references that a merge moved, in batches, so that it can be undone.
create table merge_moves (
  tenant_id bigint not null,
  merge_id uuid not null,
  n int not null,
  moved jsonb not null,
  primary key (tenant_id, merge_id, n)
);

do $$
declare
  name text;
begin
  foreach name in array array['duplicate_scans', 'duplicate_keys', 'duplicate_pairs', 'duplicate_dismissals', 'merge_moves'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format(
      'create policy tenant on %I using (tenant_id = nullif(current_setting(''app.tenant'', true), '''')::bigint)', name);
  end loop;
end $$;
