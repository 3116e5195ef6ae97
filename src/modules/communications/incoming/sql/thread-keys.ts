import type { Transaction } from '#db/database.ts';

export interface ThreadKey {
  readonly key: string;
  readonly conversationId: string | null;
}

/**
 * Locks the keys of threads, in order, and returns the conversations that they lead to. A merged conversation is replaced by the one
 * that it was merged into; a deleted one is null.
 */
export async function lockThreadKeys(tx: Transaction, tenantId: string, keys: readonly string[]): Promise<ThreadKey[]> {
  if (keys.length === 0) return [];
  const locked = await tx.query<ThreadKey>(
    `insert into mailbox_threads as t (tenant_id, key)
     select $1::bigint, decode(k, 'hex') from unnest($2::text[]) k order by k
     on conflict (tenant_id, key) do update set conversation_id = t.conversation_id
     returning encode(key, 'hex') as key, conversation_id as "conversationId"`,
    [tenantId, keys],
  );
  const ids = [...new Set(locked.flatMap(({ conversationId }) => conversationId ?? []))];
  const current = await currentConversations(tx, tenantId, ids);
  return locked.map(({ key, conversationId }) => ({
    key,
    conversationId: conversationId === null ? null : (current.get(conversationId) ?? null),
  }));
}

/** Follows merges. Conversations that do not exist are left out. */
export async function currentConversations(
  tx: Transaction,
  tenantId: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await tx.query<{ asked: string; id: string }>(
    `with recursive followed(asked, id, next, steps) as (
      select c.id, c.id, c.merged_into_id, 0 from communications_conversations c
      where c.tenant_id = $1::bigint and c.id = any($2::uuid[])
      union all
      select f.asked, c.id, c.merged_into_id, f.steps + 1 from followed f
      join communications_conversations c on c.tenant_id = $1::bigint and c.id = f.next
      where f.steps < 50
    )
    select distinct on (asked) asked, id from followed order by asked, steps desc`,
    [tenantId, ids],
  );
  return new Map(rows.map(({ asked, id }) => [asked, id]));
}

export const setThreadKeys = (
  tx: Transaction,
  tenantId: string,
  found: readonly { readonly key: string; readonly conversationId: string }[],
) =>
  tx.query(
    `update mailbox_threads t set conversation_id = k.conversation_id
     from unnest($2::text[], $3::uuid[]) k(key, conversation_id)
     where t.tenant_id = $1::bigint and t.key = decode(k.key, 'hex') and t.conversation_id is distinct from k.conversation_id`,
    [tenantId, found.map(({ key }) => key), found.map(({ conversationId }) => conversationId)],
  );
