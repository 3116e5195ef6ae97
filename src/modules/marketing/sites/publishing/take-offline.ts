import { type Context, inTransaction } from '#core/context.ts';
import { appendEvent } from '#core/events/events.ts';
import { updateMany } from '#core/operations/update-many.ts';
import { webPages, websites } from '../model-names.ts';
import { siteUrl } from '../settings.ts';
import { finishPublication, lockOpen, type Publication } from '../sql/publications.ts';
import { lockWebsite, makeLive } from './commit-release.ts';
import type { ReadSite } from './read-snapshot.ts';

/** Takes a website offline. Its releases stay, so that a rollback can bring it back. */
export const takeOffline = (context: Context, publication: Publication, { site }: ReadSite): Promise<void> =>
  inTransaction(context, async (within) => {
    const { tx, caller } = within;
    if (!(await lockOpen(tx, caller.tenantId, publication.id))) return;
    const { website, pages } = site;
    await lockWebsite(within, website._id);
    await makeLive(within, website, null);
    const values = { status: 'unpublished', unpublishedAt: new Date().toISOString() };
    const published = pages.filter(({ status }) => status === 'published').map(({ _id: id }) => ({ id, values }));
    await updateMany(within, webPages(within), published, { withoutHooks: true });
    const result = {
      releaseNumber: null,
      url: siteUrl(context, website),
      pages: 0,
      skippedDrafts: 0,
      brokenLinks: [],
      problems: [],
    };
    await finishPublication(tx, caller.tenantId, publication.id, { releaseId: null, result });
    await appendEvent(within, {
      type: 'website.unpublished',
      model: websites(within).name,
      recordId: website._id,
      record: { _id: website._id, name: website.name },
      previous: null,
    });
  });
