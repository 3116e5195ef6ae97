import type { Services, TransactionContext } from '#core/context.ts';

/** The notification channel. The payload is the tenant and the website. */
export const siteChannel = 'atrium_sites';

const listeners = new WeakMap<Services, (message: string) => void>();

/** The handler for changes that this node commits: it learns of them before anybody who waits for the commit. */
export function onOwnChange(services: Services, handler: (message: string) => void): void {
  listeners.set(services, handler);
}

/** Reports to all nodes, once the transaction has committed, that another release or host of a website counts. */
export async function announceSite({ tx, services, caller }: TransactionContext, websiteId: string): Promise<void> {
  const message = `${caller.tenantId} ${websiteId}`;
  tx.afterCommit(() => listeners.get(services)?.(message));
  await tx.query('select pg_notify($1::text, $2::text)', [siteChannel, message]);
}
