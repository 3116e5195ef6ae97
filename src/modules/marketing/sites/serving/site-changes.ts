import type { TransactionContext } from '#core/context.ts';
import { defineService } from '#core/module-service.ts';

/** The notification channel. The payload is the tenant and the website. */
export const siteChannel = 'atrium_sites';

/** The handler for changes that this node commits: it learns of them before anybody who waits for the commit. */
export const ownSiteChanges = defineService<{ handle?: (message: string) => void }>({
  name: 'marketing.ownSiteChanges',
  make: () => ({}),
});

/** Reports to all nodes, once the transaction has committed, that another release or host of a website counts. */
export async function announceSite({ tx, services, caller }: TransactionContext, websiteId: string): Promise<void> {
  const message = `${caller.tenantId} ${websiteId}`;
  tx.afterCommit(() => services.of(ownSiteChanges).handle?.(message));
  await tx.query('select pg_notify($1::text, $2::text)', [siteChannel, message]);
}
