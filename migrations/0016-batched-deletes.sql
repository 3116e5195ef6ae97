-- Deletes and restores that a job does in batches: what a job counts, and the events that one job wrote.

-- Null for a job that only knows its progress as a fraction.
alter table jobs add column done integer, add column total integer;

-- A delete by a job spans transactions. Its events share the request id `job <id>`, which no client can send (it has a
-- blank), and restore finds them by it. Events of other requests are not in this index, so their writes pay nothing for it.
create index events_job_idx on events (tenant_id, request_id, xid, seq) where request_id like 'job %';
