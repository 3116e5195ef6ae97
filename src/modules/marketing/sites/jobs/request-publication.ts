import type { TransactionContext } from '#core/context.ts';
import { invalid } from '#core/errors.ts';
import { authorize, operations } from '#core/operations/index.ts';
import { updateMany } from '#core/operations/update-many.ts';
import { newId } from '#lib/ids.ts';
import { webPages, websites } from '../model-names.ts';
import { readWebsite } from '../publishing/read-snapshot.ts';
import { slugOf } from '../rendering/page-path.ts';
import type { WebsiteRecord } from '../rendering/site-records.ts';
import { insertPublication, type PublicationKind } from '../sql/publications.ts';
import { reachedPages, slugTaken } from '../sql/reached-pages.ts';
import { publishWebsite } from './publish-website.ts';

interface PublicationRequest {
  readonly websiteId: string;
  /** Undefined means the whole website. */
  readonly pageIds?: readonly string[] | undefined;
  /** Undefined or a past time means now. */
  readonly scheduledAt?: string | undefined;
  readonly kind?: PublicationKind;
}

export interface RequestedPublication {
  readonly jobId: string;
  readonly websiteId: string;
  readonly status: 'queued' | 'scheduled';
  readonly scheduledAt: string | null;
}

/** Enqueues the publication or withdrawal of a website or some of its pages, for the caller. */
export async function requestPublication(
  within: TransactionContext,
  { websiteId, pageIds, scheduledAt, kind = 'publish' }: PublicationRequest,
): Promise<RequestedPublication> {
  const { tx, caller, services } = within;
  const website = await readWebsite(within, websiteId);
  const unique = pageIds && [...new Set(pageIds)];
  if (unique) await requirePages(within, websiteId, unique);
  if (!website.slug && kind === 'publish') await assignSlug(within, website);
  const runAt = scheduledAt === undefined ? undefined : new Date(scheduledAt);
  const isLater = runAt !== undefined && runAt.getTime() > Date.now();
  const id = newId();
  const jobId = await services.jobs.enqueue(
    within,
    publishWebsite,
    { publicationId: id, websiteId },
    isLater ? { runAt } : {},
  );
  const scheduled = isLater ? runAt.toISOString() : null;
  await insertPublication(tx, caller.tenantId, {
    id,
    jobId,
    websiteId,
    kind,
    pageIds: unique ?? null,
    scheduledAt: scheduled,
    createdBy: caller.userId,
  });
  if (isLater && unique && kind === 'publish') {
    const values = { status: 'scheduled', scheduledAt: scheduled };
    await updateMany(within, webPages(within), await unpublished(within, websiteId, unique, values), {
      withoutHooks: true,
    });
  }
  return { jobId, websiteId, status: isLater ? 'scheduled' : 'queued', scheduledAt: scheduled };
}

async function requirePages(within: TransactionContext, websiteId: string, pageIds: readonly string[]): Promise<void> {
  const grant = authorize(within, operations.update, webPages(within));
  const reached = new Map((await reachedPages(within, grant, websiteId, pageIds)).map((page) => [page.id, page]));
  const missing = pageIds.find((id) => !reached.has(id));
  if (missing !== undefined)
    throw invalid(
      'pageIds',
      'reference_not_found',
      `names ${missing}, which is no page of this website that you may change`,
    );
}

/**
 * Returns the pages that visitors do not see yet. A page that they see stays published until its new version is live.
 */
async function unpublished<V>(within: TransactionContext, websiteId: string, pageIds: readonly string[], values: V) {
  const grant = authorize(within, operations.update, webPages(within));
  const pages = await reachedPages(within, grant, websiteId, pageIds);
  return pages.filter(({ status }) => status !== 'published').map(({ id }) => ({ id, values }));
}

/** Derives a slug from the name, with a number when another website of the account has the same slug. */
async function assignSlug(within: TransactionContext, { _id: id, name }: WebsiteRecord): Promise<void> {
  const base = slugOf(name) || 'site';
  let slug = base;
  for (let n = 2; await slugTaken(within, slug); n += 1) slug = `${base.slice(0, 55)}-${n}`;
  await updateMany(within, websites(within), [{ id, values: { slug } }], { withoutHooks: true });
}
