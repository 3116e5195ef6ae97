import type { Queryable } from '#db/database.ts';

/** The notification channel. The payload is the tenant and the website. */
export const siteChannel = 'atrium_sites';

/** Tells all nodes, once the transaction has committed, that another release or host of a website counts. */
export async function announceSite(tx: Queryable, tenantId: string, websiteId: string): Promise<void> {
  await tx.query('select pg_notify($1::text, $2::text)', [siteChannel, `${tenantId} ${websiteId}`]);
}
