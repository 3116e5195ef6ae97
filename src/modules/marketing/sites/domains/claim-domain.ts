import type { TransactionContext } from '#core/context.ts';
import { AppError } from '#core/errors.ts';
import { updateMany } from '#core/operations/update-many.ts';
import { websites } from '../model-names.ts';
import { lockWebsite } from '../publishing/commit-release.ts';
import { readWebsite } from '../publishing/read-snapshot.ts';
import { announceSite } from '../site-changes.ts';
import { claimHost, deleteHosts } from '../sql/site-hosts.ts';
import { readDomain } from './domain-proof.ts';

/** Serves the website at a domain that its owner has proven. */
export async function claimDomain(within: TransactionContext, id: string, domain: string): Promise<void> {
  const { tx, caller } = within;
  const { tenantId } = caller;
  await lockWebsite(within, id);
  const website = await readWebsite(within, id);
  if (readDomain(within, website.domain) !== domain)
    throw new AppError('conflict', 'The domain was changed meanwhile; verify the new one.');
  await deleteHosts(tx, tenantId, [id]);
  await claimHost(tx, { host: domain, tenantId, websiteId: id });
  const values = { domainVerifiedAt: new Date().toISOString() };
  await updateMany(within, websites(within), [{ id, values }], { withoutHooks: true });
  await announceSite(within, id);
}
