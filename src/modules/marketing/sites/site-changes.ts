import type { TransactionContext } from '#core/context.ts';
import { defineService } from '#core/module-service.ts';

/** The notification channel. The payload is the tenant and the website. */
export const siteChannel = 'atrium_sites';

/** Handles changes that this node commits, before anybody who waits for the commit continues. */
export const ownSiteChanges = defineService<{ handle?: (message: string) => void }>({
  name: 'marketing.ownSiteChanges',
  make: () => ({}),
});

/** Tells all nodes, after the commit, that the release or a host of a website has changed. */
export async function announceSite({ tx, services, caller }: TransactionContext, websiteId: string): Promise<void> {
  const message = `${caller.tenantId} ${websiteId}`;
  tx.afterCommit(() => services.of(ownSiteChanges).handle?.(message));
  await tx.query('select pg_notify($1::text, $2::text)', [siteChannel, message]);
}
