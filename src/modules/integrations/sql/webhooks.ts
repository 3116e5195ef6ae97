import type { TransactionContext } from '#core/context.ts';
import type { Transaction } from '#db/database.ts';

/** Every node listens on this channel for changes of webhooks. */
export const webhooksChannel = 'atrium_webhooks';

/** Notifies every node, when the transaction commits, that webhooks or deliveries of the tenant changed. */
export async function notifyNodes({ tx, caller }: TransactionContext): Promise<void> {
  await tx.query('select pg_notify($1::text, $2::text)', [webhooksChannel, caller.tenantId]);
}

/** The event patterns of webhooks. */
export const readPatterns = (
  { tx, caller }: TransactionContext,
  ids: readonly string[],
): Promise<{ events: string[] }[]> =>
  tx.query('select events from integrations_webhooks where tenant_id = $1::bigint and id = any($2::uuid[])', [
    caller.tenantId,
    ids,
  ]);

/** False when the webhook is paused or deleted. */
export async function lockActiveWebhook({ tx, caller }: TransactionContext, id: string): Promise<boolean> {
  const rows = await tx.query(
    'select from integrations_webhooks where tenant_id = $1::bigint and id = $2::uuid and active for update',
    [caller.tenantId, id],
  );
  return rows.length > 0;
}

export async function webhookHasUrl({ tx, caller }: TransactionContext, id: string, url: string): Promise<boolean> {
  const rows = await tx.query(
    'select from integrations_webhooks where tenant_id = $1::bigint and id = $2::uuid and url = $3::text',
    [caller.tenantId, id, url],
  );
  return rows.length > 0;
}

export async function readOwnerAndPatterns(
  { tx, caller }: TransactionContext,
  id: string,
): Promise<{ ownerId: string | null; events: string[] } | undefined> {
  const [row] = await tx.query<{ ownerId: string | null; events: string[] }>(
    'select owner_id as "ownerId", events from integrations_webhooks where tenant_id = $1::bigint and id = $2::uuid',
    [caller.tenantId, id],
  );
  return row;
}

/** Counts the webhooks of the account. The lock makes concurrent creates wait for each other. */
export async function lockAndCountWebhooks({ tx, caller }: TransactionContext): Promise<number> {
  await tx.query('select pg_advisory_xact_lock(hashtextextended($1::text, 4710010))', [caller.tenantId]);
  const [row] = await tx.query<{ count: number }>(
    'select count(*)::int as count from integrations_webhooks where tenant_id = $1::bigint',
    [caller.tenantId],
  );
  return row?.count ?? 0;
}

interface ActiveWebhook {
  readonly tenantId: string;
  readonly accountKey: string;
  readonly webhookId: string;
  readonly ownerId: string | null;
  /** True when a pattern names events about accounts. */
  readonly accountEvents: boolean;
}

/** The active webhooks of all active tenants. */
export const readActiveWebhooks = (tx: Transaction): Promise<ActiveWebhook[]> =>
  tx.query<ActiveWebhook>(
    `select w.tenant_id as "tenantId", n.account_key as "accountKey", w.id as "webhookId", w.owner_id as "ownerId",
         exists (select from unnest(w.events) p where starts_with(p, 'security.')) as "accountEvents"
       from integrations_webhooks w join tenants n on n.id = w.tenant_id where w.active and n.status = 'active'`,
  );
