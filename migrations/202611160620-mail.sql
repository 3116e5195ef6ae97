-- Mail that goes out. mail_outbox has one row for each mail that is to be sent; the row is deleted when the result is known.
-- Mails of a batch are claimed from that batch, so that a batch which is paused costs the others nothing.
create table mail_batches (
  tenant_id bigint not null,
  -- The id of its record of communications/emailSnapshots.
  id uuid not null,
  status text not null default 'sending' check (status in ('sending', 'paused', 'sent', 'cancelled')),
  -- Whether all recipients are frozen. The first mails are sent before that.
  frozen boolean not null default false,
  -- Where the recipients come from, and how far they are frozen.
  source jsonb not null,
  -- What emails of the batch have in common.
  content jsonb not null,
  actor_id uuid,
  accepted int not null default 0,
  skipped int not null default 0,
  duplicates int not null default 0,
  started_at timestamptz(3) not null default now(),
  finished_at timestamptz(3),
  primary key (tenant_id, id)
);
create index mail_batches_open_idx on mail_batches (tenant_id, id) where status = 'sending';

-- Recipients of a request, in parts, until they are frozen.
create table mail_recipients (
  tenant_id bigint not null,
  batch_id uuid not null,
  part int not null default 0,
  recipients jsonb not null,
  primary key (tenant_id, batch_id, part)
);

create table mail_outbox (
  tenant_id bigint not null,
  -- The id of its record of communications/emails; of no record for mails of the platform, which are in `sealed`.
  email_id uuid not null,
  batch_id uuid,
  -- Mails of the platform: recipient and subject, and the encrypted texts.
  envelope jsonb,
  sealed text,
  next_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  tries int not null default 0,
  -- Why it was not sent yet.
  error text,
  claim uuid,
  lease_until timestamptz,
  -- Set right before it is handed over. If the lease ends after that, nobody knows whether it was sent.
  started_at timestamptz,
  primary key (tenant_id, email_id)
);
create index mail_outbox_single_idx on mail_outbox (tenant_id, next_at, email_id) where batch_id is null and claim is null;
create index mail_outbox_batch_idx on mail_outbox (tenant_id, batch_id, next_at, email_id) where batch_id is not null and claim is null;
create index mail_outbox_lease_idx on mail_outbox (tenant_id, lease_until) where claim is not null;

-- Mails of the platform were jobs until now.
select set_config('app.platform', 'on', true);
insert into mail_outbox (tenant_id, email_id, envelope, sealed)
select tenant_id, (input ->> 'id')::uuid, jsonb_build_object('to', input ->> 'to', 'subject', input ->> 'subject'), input ->> 'sealed'
from jobs where name = 'mail.send' and state in ('queued', 'retrying', 'running');
delete from jobs where name = 'mail.send';
delete from job_names where name = 'mail.send';

-- What became of mails. One row for each kind of fact of a mail, and one for every open and click: the source of all statistics.
create table mail_facts (
  tenant_id bigint not null,
  email_id uuid not null,
  kind text not null default 'sent' check (kind in ('sent', 'delivered', 'bounced', 'failed', 'complained', 'unsubscribed', 'opened', 'firstOpened',
    'clicked', 'firstClicked', 'replied', 'machineOpened', 'machineClicked')),
  -- Distinguishes opens and clicks of one mail; zero for facts that a mail has once.
  id uuid not null default '00000000-0000-0000-0000-000000000000',
  at timestamptz(3) not null default now(),
  campaign_id uuid,
  batch_id uuid,
  template_id uuid,
  domain text,
  link text,
  primary key (tenant_id, email_id, kind, id)
);
-- Statistics read only the indexes. They do not contain links, which may be longer than an index entry.
create index mail_facts_batch_idx on mail_facts (tenant_id, batch_id, kind, at) include (email_id, domain) where batch_id is not null;
create index mail_facts_campaign_idx on mail_facts (tenant_id, campaign_id, kind, at) include (email_id, domain) where campaign_id is not null;
create index mail_facts_template_idx on mail_facts (tenant_id, template_id, kind, at) include (email_id, domain) where template_id is not null;
create index mail_facts_at_idx on mail_facts (tenant_id, kind, at) include (email_id, domain);

-- Facts that the counters of records do not contain yet.
create table mail_uncounted (
  tenant_id bigint not null,
  email_id uuid not null,
  kind text not null,
  id uuid not null,
  at timestamptz(3) not null,
  primary key (tenant_id, email_id, kind, id)
);

-- What the nodes share about a transport: its use in this second and on this day.
create table mail_transport_use (
  tenant_id bigint not null,
  transport_id uuid not null,
  -- When the next mail may be sent, for the rate.
  free_at timestamptz not null default now(),
  day date not null default (now() at time zone 'UTC')::date,
  day_count int not null default 0,
  -- Not used before this time, because it failed.
  retry_at timestamptz,
  failures int not null default 0,
  primary key (tenant_id, transport_id)
);

create table mail_dkim_keys (
  tenant_id bigint not null,
  domain text not null,
  selector text not null,
  public_key text not null,
  -- Encrypted.
  private_key text not null,
  created_at timestamptz(3) not null default now(),
  primary key (tenant_id, domain)
);

-- Which node reads the mailbox for bounces. It belongs to no tenant, so its tenant is 0.
create table mail_mailbox_leases (
  tenant_id bigint not null default 0,
  name text not null,
  node uuid not null,
  expires_at timestamptz not null,
  primary key (tenant_id, name)
);

do $$
declare
  name text;
begin
  foreach name in array array['mail_batches', 'mail_recipients', 'mail_outbox', 'mail_facts', 'mail_uncounted', 'mail_transport_use',
    'mail_dkim_keys', 'mail_mailbox_leases'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format(
      'create policy tenant on %I using (tenant_id = nullif(current_setting(''app.tenant'', true), '''')::bigint)', name);
  end loop;
end $$;

-- Nodes look for tenants that have mail to send, recipients to freeze or facts to count.
create policy platform on mail_batches for select using (is_platform());
create policy platform on mail_outbox for select using (is_platform());
create policy platform on mail_uncounted for select using (is_platform());
