-- What a node knows of an upload to a platform that takes longer than one slice of work: the next claim of the post goes on from there,
-- also on another node.
alter table social_outbox add column upload jsonb;
