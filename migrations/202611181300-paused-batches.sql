alter table mail_batches
  -- Why the server paused the batch; null when a person did.
  add column pause_reason text,
  -- Nodes that froze or rendered the first mails of the batch and did not say yet that they survived it: their id, and when they last said that they live.
  add column preparing jsonb not null default '{}';
