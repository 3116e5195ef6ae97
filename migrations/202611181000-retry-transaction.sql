-- Fails as a conflict with another transaction does, so that ours is run again. For statements that are sent with their
-- commit: nobody reads their answer before it.
create function retry_transaction() returns boolean
  language plpgsql as $$
begin
  raise exception 'the transaction is retried' using errcode = 'serialization_failure';
end $$;
