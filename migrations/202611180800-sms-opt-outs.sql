-- Opt-outs are records now, with events and a page for people.
insert into marketing_sms_opt_outs (tenant_id, id, phone, reason, active, opted_out_at, created_at, updated_at, version)
select tenant_id, gen_random_uuid(), phone, 'stop', true, since, since, since, 1 from sms_opt_outs;
drop table sms_opt_outs;

-- Two numbers may have the same last nine digits, so a conversation belongs to all digits of a number.
alter table sms_threads rename column phone_key to digits;
update sms_threads t set digits = phone_digits(c.participants[1]) from communications_conversations c
where c.tenant_id = t.tenant_id and c.id = t.conversation_id and phone_digits(c.participants[1]) like '%' || t.digits;
