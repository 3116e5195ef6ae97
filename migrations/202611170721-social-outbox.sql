-- Posts that wait to be published, or that may have been published and are looked up. The row is deleted when the result is known.
create table social_outbox (
  tenant_id bigint not null,
  post_id uuid not null,
  connection_id uuid not null,
  -- The post may be on the platform, so it is only looked up.
  lookup boolean not null default false,
  next_at timestamptz not null default now(),
  tries int not null default 0,
  claim uuid,
  lease_until timestamptz,
  -- Set right before the call that publishes. If the lease ends after that, nobody knows whether it was published.
  started_at timestamptz,
  -- When the last call that publishes was made. A post that is looked up is not older.
  called_at timestamptz,
  primary key (tenant_id, post_id),
  foreign key (tenant_id, post_id) references marketing_social_posts (tenant_id, id) on delete cascade,
  foreign key (tenant_id, connection_id) references marketing_social_connections (tenant_id, id) on delete cascade
);
create index social_outbox_due_idx on social_outbox (tenant_id, connection_id, next_at, post_id) where claim is null;
create index social_outbox_lease_idx on social_outbox (tenant_id, lease_until) where claim is not null;

-- What the nodes share about an account at a platform: when it may be used again after a limit, and when it is read next.
create table social_accounts (
  tenant_id bigint not null,
  connection_id uuid not null,
  retry_at timestamptz,
  failures int not null default 0,
  -- The node that reads its inbox and its numbers.
  node uuid,
  lease_until timestamptz not null default '-infinity',
  inbox_at timestamptz not null default now(),
  inbox_cursor text,
  metrics_at timestamptz not null default now(),
  primary key (tenant_id, connection_id),
  foreign key (tenant_id, connection_id) references marketing_social_connections (tenant_id, id) on delete cascade
);

-- Comments, mentions and messages that are in the inbox, each once. Those of a thread are in one conversation.
create table social_messages (
  tenant_id bigint not null,
  connection_id uuid not null,
  external_id text not null,
  thread_id text not null,
  conversation_id uuid not null,
  email_id uuid not null,
  -- What the platform needs for an answer.
  reply_to jsonb not null,
  primary key (tenant_id, connection_id, external_id),
  foreign key (tenant_id, connection_id) references marketing_social_connections (tenant_id, id) on delete cascade
);
create index social_messages_thread_idx on social_messages (tenant_id, connection_id, thread_id);
create index social_messages_conversation_idx on social_messages (tenant_id, conversation_id, email_id);

do $$
declare name text;
begin
  foreach name in array array['social_outbox', 'social_accounts', 'social_messages'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format(
      'create policy tenant on %I using (tenant_id = nullif(current_setting(''app.tenant'', true), '''')::bigint)', name);
  end loop;
end $$;

-- Nodes look for accounts with posts to publish, and for accounts to read.
create policy platform on social_outbox for select using (is_platform());
create policy platform on social_accounts using (is_platform());
