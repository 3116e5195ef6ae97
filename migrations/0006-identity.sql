-- Signing in: sessions, failed attempts, one-time tokens, identities at other providers; settings of tenants.

-- What a tenant's admin decides about the tenant itself.
alter table tenants add column settings jsonb not null default '{}';
alter table tenants add column suspended_at timestamptz(3);
alter table tenants add column suspended_reason text;

-- A token names its session; one that has ended is refused, however long the token would be good for.
create table sessions (
  tenant_id bigint not null,
  id uuid not null,
  user_id uuid not null,
  method text not null,
  ip text,
  agent text,
  created_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  revoked_at timestamptz(3),
  primary key (tenant_id, id)
);
create index sessions_user_idx on sessions (tenant_id, user_id, created_at desc);

-- Every node forgets the user at once.
create function notify_session_revoked() returns trigger
  language plpgsql as $$
begin
  perform pg_notify('atrium_changed', new.tenant_id || ' ' || new.user_id);
  return null;
end $$;
create trigger sessions_revoked after update of revoked_at on sessions
  for each row when (old.revoked_at is null and new.revoked_at is not null) execute function notify_session_revoked();

-- Consecutive failures to sign in, by address, whether somebody has that address or not. `pending` are the passwords that
-- are being tried at this moment: together with the failures they never exceed the limit. The address is kept as a hash.
create table sign_in_attempts (
  tenant_id bigint not null,
  address bytea not null,
  failures int not null default 0,
  pending int not null default 0,
  locked_until timestamptz(3),
  touched_at timestamptz(3) not null default now(),
  primary key (tenant_id, address)
);

-- Links in mails: reset, verification, invitation. Only the hash of a token is kept.
create table one_time_tokens (
  tenant_id bigint not null,
  hash bytea not null,
  id uuid not null,
  purpose text not null,
  user_id uuid,
  email text not null,
  roles text[],
  created_by uuid,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  primary key (tenant_id, hash)
);
create index one_time_tokens_email_idx on one_time_tokens (tenant_id, purpose, lower(email));

-- A sign-in that went to another provider and has not come back yet.
create table oauth_states (
  tenant_id bigint not null,
  hash bytea not null,
  provider text not null,
  browser bytea not null,
  nonce text not null,
  verifier text not null,
  user_id uuid,
  return_to text,
  created_at timestamptz(3) not null default now(),
  primary key (tenant_id, hash)
);

-- Who somebody is elsewhere: the issuer and the subject, never the address.
create table user_identities (
  tenant_id bigint not null,
  id uuid not null,
  user_id uuid not null,
  provider text not null,
  issuer text not null,
  subject text not null,
  email text,
  created_at timestamptz(3) not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, issuer, subject)
);
create index user_identities_user_idx on user_identities (tenant_id, user_id);

do $$
declare
  name text;
begin
  foreach name in array array['sessions', 'sign_in_attempts', 'one_time_tokens', 'oauth_states', 'user_identities'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format(
      'create policy tenant on %I using (tenant_id = nullif(current_setting(''app.tenant'', true), '''')::bigint)', name);
  end loop;
  -- What has ended is deleted for all tenants together, and so is the time of the last use written.
  foreach name in array array['sessions', 'sign_in_attempts', 'one_time_tokens', 'oauth_states'] loop
    execute format('create policy platform on %I using (is_platform())', name);
  end loop;
end $$;

-- What happened to accounts: sign-ins, failures, locks, grants. They are few among all events.
create index events_security_idx on events (tenant_id, xid, seq) where model = 'identity.security';

-- A sign-in writes the time of it; that changes nobody's permissions, and nothing is forgotten for it.
drop trigger identity_users_changed on identity_users;
create trigger identity_users_changed after insert or delete or update of "email", "roles", "active" on identity_users
  for each row execute function notify_changed();
