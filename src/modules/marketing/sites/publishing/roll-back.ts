import type { TransactionContext } from '#core/context.ts';
import { invalid } from '#core/errors.ts';
import { siteUrl } from '../settings.ts';
import { findRelease } from '../sql/site-releases.ts';
import { lockWebsite, makeLive, reportPublished } from './commit-release.ts';
import { readWebsite } from './read-snapshot.ts';

/** Shows visitors an earlier release. */
export async function rollBack(within: TransactionContext, websiteId: string, releaseId: string) {
  await lockWebsite(within, websiteId);
  const website = await readWebsite(within, websiteId);
  const release = await findRelease(within.tx, within.caller.tenantId, websiteId, releaseId);
  if (!release) throw invalid('releaseId', 'reference_not_found', 'is no release of this website that is kept');
  await makeLive(within, website, release);
  const { number, pages } = release;
  await reportPublished(within, website, { releaseId, releaseNumber: number, url: siteUrl(within, website), pages });
  return { releaseId, releaseNumber: number };
}
