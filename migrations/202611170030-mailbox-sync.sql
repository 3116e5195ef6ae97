-- Which node reads a mailbox, and when it is read next. `next_at` is infinity while the mailbox waits for its user.
-- `requested_at`, `answered_at` and `answer` belong to a synchronisation that a user asked for.
create table mailbox_leases (
  tenant_id bigint not null,
  connection_id uuid not null,
  node uuid,
  lease_until timestamptz not null default '-infinity',
  next_at timestamptz not null default now(),
  failures int not null default 0,
  state text not null default 'syncing',
  synced_at timestamptz,
  requested_at timestamptz,
  answered_at timestamptz,
  answer text,
  primary key (tenant_id, connection_id),
  foreign key (tenant_id, connection_id) references communications_mailbox_connections (tenant_id, id) on delete cascade
);

-- The nodes that read mailboxes, so that they can share them. They belong to no tenant, so their tenant is 0.
create table mailbox_nodes (
  tenant_id bigint not null default 0,
  node uuid not null,
  alive_until timestamptz not null,
  primary key (tenant_id, node)
);

-- How far a folder has been read: messages from `uid_next` on are new. `backfilled` is false until the old ones are read.
create table mailbox_folders (
  tenant_id bigint not null,
  connection_id uuid not null,
  id uuid not null,
  path text not null,
  role text not null,
  uid_validity bigint not null,
  uid_next bigint not null,
  mod_seq bigint,
  backfilled boolean not null default false,
  backfill_total int not null default 0,
  backfill_done int not null default 0,
  primary key (tenant_id, connection_id, id),
  unique (tenant_id, connection_id, path),
  foreign key (tenant_id, connection_id) references communications_mailbox_connections (tenant_id, id) on delete cascade
);

-- Where messages are at the servers. `key` identifies a message when its uid changes. `email_id` is null when the message was
-- left out, and names no record when that was deleted here: the row then keeps the message from coming back. Rows whose message
-- left the folder are `gone`; their uid is negative when the folder was numbered anew.
create table mailbox_locations (
  tenant_id bigint not null,
  connection_id uuid not null,
  folder_id uuid not null,
  uid bigint not null,
  key bytea not null,
  email_id uuid,
  seen boolean not null,
  gone boolean not null default false,
  primary key (tenant_id, folder_id, uid),
  foreign key (tenant_id, connection_id, folder_id) references mailbox_folders (tenant_id, connection_id, id) on delete cascade
);
create index mailbox_locations_email_idx on mailbox_locations (tenant_id, connection_id, email_id);
create index mailbox_locations_key_idx on mailbox_locations (tenant_id, key);
create index mailbox_locations_folder_idx on mailbox_locations (tenant_id, connection_id, folder_id);

do $$
declare
  name text;
begin
  foreach name in array array['mailbox_leases', 'mailbox_nodes', 'mailbox_folders', 'mailbox_locations'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format(
      'create policy tenant on %I using (tenant_id = nullif(current_setting(''app.tenant'', true), '''')::bigint)', name);
  end loop;
end $$;

-- Nodes take mailboxes of all tenants, and look for those that have changes to make.
create policy platform on mailbox_leases using (is_platform());
create policy platform on mailbox_changes for select using (is_platform());
