-- Replies to text messages. `phone_key` has the last nine digits of a number: the national and the international form of a number have the same.
alter table sms_messages add column phone_key text generated always as (right(regexp_replace(phone, '\D', '', 'g'), 9)) stored;
alter table sms_messages add column sent_at timestamptz(3);
alter table sms_messages add column replied_at timestamptz(3);
alter table sms_messages add column opted_out_at timestamptz(3);
alter table sms_messages drop constraint sms_messages_status_check;
alter table sms_messages add constraint sms_messages_status_check
  check (status in ('queued', 'sending', 'sent', 'delivered', 'failed', 'unconfirmed', 'cancelled', 'optedOut'));
create index sms_messages_phone_idx on sms_messages (tenant_id, phone_key);

-- Numbers that get no text messages of the tenant.
create table sms_opt_outs (
  tenant_id bigint not null,
  phone_key text not null,
  phone text not null,
  since timestamptz(3) not null default clock_timestamp(),
  primary key (tenant_id, phone_key)
);

-- Replies by the ids that the provider gave them: each is taken once.
create table sms_replies (
  tenant_id bigint not null,
  provider_id text not null,
  received_at timestamptz(3) not null default clock_timestamp(),
  primary key (tenant_id, provider_id)
);

-- The conversation of a number.
create table sms_threads (
  tenant_id bigint not null,
  phone_key text not null,
  conversation_id uuid not null,
  primary key (tenant_id, phone_key)
);

do $$
declare name text;
begin
  foreach name in array array['sms_opt_outs', 'sms_replies', 'sms_threads'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format(
      'create policy tenant on %I using (tenant_id = nullif(current_setting(''app.tenant'', true), '''')::bigint)', name);
  end loop;
end $$;
