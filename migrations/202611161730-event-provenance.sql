-- What acted for the user of an event: a language model ('ai') or a program by MCP ('mcp'), and the completion. Both are
-- null for what people do themselves.

alter table events add column via text, add column via_id uuid;

-- Finds what a completion wrote. Other events are not in it.
create index events_via_idx on events (tenant_id, via_id, xid, seq) where via_id is not null;
