import type { Services } from '#core/context.ts';
import { readActiveWebhooks } from '../sql/webhooks.ts';
import type { Pausable } from '../webhooks/pause.ts';
import { OwnerPermissions } from './owner-permissions.ts';

/** Active webhooks of every tenant whose owners are not entitled to them, including webhooks without events. */
export async function findUnentitledWebhooks(services: Services): Promise<readonly Pausable[]> {
  const owners = new OwnerPermissions(services);
  return services.db.platform(async (tx) => {
    const webhooks = await readActiveWebhooks(tx);
    const { unentitled } = await owners.check(tx, webhooks, ({ accountEvents }) => accountEvents);
    return unentitled;
  });
}
