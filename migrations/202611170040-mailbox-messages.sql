-- Which messages of mailboxes are stored. The key is a hash of Message-ID and content, so that no message is stored twice, whatever
-- the number of folders and mailboxes that hold it. A row outlives its mail: what was deleted here does not come back.
create table mailbox_messages (
  tenant_id bigint not null,
  key bytea not null,
  email_id uuid not null,
  -- The mail was sent by the platform, and this is a copy of it.
  sent_here boolean not null default false,
  primary key (tenant_id, key)
);
create index mailbox_messages_email_idx on mailbox_messages (tenant_id, email_id);

-- The conversation of every id that a message has or refers to, and of every thread of a provider. A row without a conversation
-- is a lock only: transactions that store messages of one thread wait for each other on these rows.
create table mailbox_threads (
  tenant_id bigint not null,
  key bytea not null,
  conversation_id uuid,
  primary key (tenant_id, key)
);

-- Finds the mail that a reply without references answers: by subject, sender and recipients.
create table mailbox_subjects (
  tenant_id bigint not null,
  subject bytea not null,
  sent_at timestamptz not null,
  email_id uuid not null,
  is_reply boolean not null,
  sender text not null,
  participants text[] not null,
  primary key (tenant_id, subject, sent_at, email_id)
);

-- Which mailboxes hold a mail, and with whom each of them shared it last. A mailbox that was disconnected keeps its rows, because
-- its mails stay.
create table mailbox_copies (
  tenant_id bigint not null,
  email_id uuid not null,
  connection_id uuid not null,
  sharing text not null check (sharing in ('contacts', 'everything', 'metadata', 'nothing')),
  owner_id uuid,
  team_ids uuid[] not null default '{}',
  primary key (tenant_id, email_id, connection_id)
);
create index mailbox_copies_connection_idx on mailbox_copies (tenant_id, connection_id, email_id);

-- The addresses of mails that have no contact. When a contact gets one of them, its mails are linked and the rows go.
create table mailbox_unlinked (
  tenant_id bigint not null,
  address text not null,
  email_id uuid not null,
  primary key (tenant_id, address, email_id)
);
create index mailbox_unlinked_email_idx on mailbox_unlinked (tenant_id, email_id);

do $$
declare
  name text;
begin
  foreach name in array array['mailbox_messages', 'mailbox_threads', 'mailbox_subjects', 'mailbox_copies', 'mailbox_unlinked'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy tenant on %I using (tenant_id = nullif(current_setting(''app.tenant'', true), '''')::bigint)', name);
  end loop;
end $$;
create policy platform on mailbox_unlinked for select using (is_platform());
