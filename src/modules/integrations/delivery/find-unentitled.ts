import type { Services } from '#core/context.ts';
import type { Pausable } from '../webhooks/pause.ts';
import { type Owned, Owners } from './owner-permissions.ts';

interface Active extends Owned {
  readonly accounts: boolean;
}

/** Active webhooks that may not deliver for their owners, of every tenant: found even where nothing happens. */
export async function unentitledWebhooks(services: Services): Promise<readonly Pausable[]> {
  const owners = new Owners(services);
  return services.db.platform(async (tx) => {
    const webhooks = await tx.query<Active>(
      `select w.tenant_id as "tenantId", n.account_key as "accountKey", w.id as "webhookId", w.owner_id as "ownerId",
         exists (select from unnest(w.events) p where starts_with(p, 'security.')) as accounts
       from integrations_webhooks w join tenants n on n.id = w.tenant_id where w.active and n.status = 'active'`,
    );
    const { refused } = await owners.judge(tx, webhooks, ({ accounts }) => accounts);
    return refused;
  });
}
