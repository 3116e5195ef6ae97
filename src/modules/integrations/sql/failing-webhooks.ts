import type { Services, TransactionContext } from '#core/context.ts';
import { emailOfActiveUser } from '../../identity/contract.ts';

interface FailingWebhook {
  readonly tenantId: string;
  readonly accountKey: string;
  readonly webhookId: string;
}

/** Active webhooks of all tenants that have failed for an interval such as `5 days`. */
export const findFailingWebhooks = ({ db }: Services, interval: string): Promise<FailingWebhook[]> =>
  db.platform((tx) =>
    tx.query<FailingWebhook>(
      `select e.tenant_id as "tenantId", n.account_key as "accountKey", e.webhook_id as "webhookId"
       from webhook_endpoints e
       join integrations_webhooks w on w.tenant_id = e.tenant_id and w.id = e.webhook_id
       join tenants n on n.id = e.tenant_id
       where w.active and e.failing_since < now() - interval '${interval}'`,
    ),
  );

/**
 * The time since when a webhook fails, and the address of its owner; undefined when it has not failed for the whole
 * interval.
 */
export async function readFailure(
  { tx, caller }: TransactionContext,
  webhookId: string,
  interval: string,
): Promise<{ since: Date; email: string | null } | undefined> {
  const [row] = await tx.query<{ since: Date; email: string | null }>(
    `select e.failing_since as since, ${emailOfActiveUser('w.tenant_id', 'w.owner_id')} as email from webhook_endpoints e
     join integrations_webhooks w on w.tenant_id = e.tenant_id and w.id = e.webhook_id
     where e.tenant_id = $1::bigint and e.webhook_id = $2::uuid and e.failing_since < now() - interval '${interval}'`,
    [caller.tenantId, webhookId],
  );
  return row;
}
