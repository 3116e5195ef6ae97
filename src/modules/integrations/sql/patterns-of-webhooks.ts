import type { TransactionContext } from '#core/context.ts';

/** What some webhooks listen to. */
export const patternsOfWebhooks = (
  { tx, caller }: TransactionContext,
  ids: readonly string[],
): Promise<{ events: string[] }[]> =>
  tx.query('select events from integrations_webhooks where tenant_id = $1::bigint and id = any($2::uuid[])', [
    caller.tenantId,
    ids,
  ]);
