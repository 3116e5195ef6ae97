import { createHash } from 'node:crypto';
import { type Context, inTransaction, type TransactionContext } from '#core/context.ts';
import { AppError, notFound } from '#core/errors.ts';
import { appendEvent } from '#core/events/events.ts';
import { addUse, lockContent } from '#core/files/contents.ts';
import { takeFile } from '#core/files/staged-file.ts';
import { updateMany } from '#core/operations/update-many.ts';
import { newId } from '#lib/ids.ts';
import { webPages, websites } from '../model-names.ts';
import type { Manifest, Pack } from '../releases/manifest.ts';
import type { WebsiteRecord } from '../rendering/site-records.ts';
import { announceSite } from '../site-changes.ts';
import { finishPublication, lockOpen, type Publication } from '../sql/publications.ts';
import { deleteOldReleases, insertRelease, releaseUse } from '../sql/site-releases.ts';
import type { BuiltRelease } from './build-release.ts';

/** Number of releases that a website keeps, including the live one. */
const keptReleases = 10;

/**
 * Makes a built release the live one, in one transaction: visitors see the old release until it commits, and the new
 * one after. Returns false when another run of the job has already done the publication.
 */
export const commitRelease = (
  context: Context,
  publication: Publication,
  website: WebsiteRecord,
  built: BuiltRelease,
): Promise<boolean> =>
  inTransaction(context, async (within) => {
    const { tx, caller } = within;
    if (!(await lockOpen(tx, caller.tenantId, publication.id))) return false;
    await lockWebsite(within, website._id);
    const releaseId = newId();
    const packs: Pack[] = [...built.manifest.packs];
    for (const file of built.staged) packs.push({ sha256: file.sha256, storageKey: await takeFile(within, file) });
    const manifest: Manifest = { ...built.manifest, packs };
    const useIds = await recordUses(within, releaseId, manifest);
    const number = await insertRelease(tx, caller.tenantId, {
      id: releaseId,
      websiteId: website._id,
      createdBy: caller.userId,
      manifest,
      useIds,
      pages: built.result.pages,
      files: Object.keys(manifest.files).length,
      bytes: built.bytes,
    });
    await makeLive(within, website, { id: releaseId, number });
    await deleteOldReleases(tx, caller.tenantId, website._id, keptReleases, releaseId);
    await updatePages(within, publication, built);
    const result = { ...built.result, releaseNumber: number };
    await finishPublication(tx, caller.tenantId, publication.id, { releaseId, result });
    await reportPublished(within, website, { releaseId, releaseNumber: number, ...built.result });
    return true;
  });

/** Locks a website. The lock serialises its publications, rollbacks and withdrawals. */
export async function lockWebsite({ tx, caller }: TransactionContext, id: string): Promise<void> {
  const rows = await tx.query(
    'select 1 from marketing_websites where tenant_id = $1::bigint and id = $2::uuid for update',
    [caller.tenantId, id],
  );
  if (rows.length === 0) throw notFound(`Website ${id}`);
}

/** Protects the packs and uploaded files of the release from the daily cleaning. Returns the ids of the uses. */
async function recordUses(
  { tx, caller }: TransactionContext,
  releaseId: string,
  { files, packs }: Manifest,
): Promise<string[]> {
  const stored = Object.values(files).flatMap(({ sha256, stored: key }) => (key === undefined ? [] : [sha256]));
  const hashes = [...new Set([...packs.map(({ sha256 }) => sha256), ...stored])].sort();
  const ids: string[] = [];
  for (const sha256 of hashes) {
    const locked = (await lockContent(tx, caller.tenantId, sha256)) as unknown[];
    if (locked.length === 0)
      throw new AppError('conflict', 'A file of a page was deleted while the website was published; publish it again.');
    const id = useId(releaseId, sha256);
    await addUse(tx, caller.tenantId, releaseUse, id, sha256);
    ids.push(id);
  }
  return ids;
}

/** Derives an id for each use, because a release uses many contents. */
function useId(releaseId: string, sha256: string): string {
  const hex = createHash('sha256').update(`${releaseId} ${sha256}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** Switches visitors to a release. */
export async function makeLive(
  within: TransactionContext,
  website: Pick<WebsiteRecord, '_id' | 'publishedAt'>,
  release: { readonly id: string; readonly number: number } | null,
): Promise<void> {
  const now = new Date().toISOString();
  const values = release
    ? {
        liveReleaseId: release.id,
        liveReleaseNumber: release.number,
        lastPublishedAt: now,
        publishedAt: website.publishedAt ?? now,
        status: 'live',
      }
    : { liveReleaseId: null, liveReleaseNumber: null, status: 'draft' };
  await updateMany(within, websites(within), [{ id: website._id, values }], { withoutHooks: true });
  await announceSite(within, website._id);
}

async function updatePages(
  within: TransactionContext,
  { kind, pageIds }: Publication,
  built: BuiltRelease,
): Promise<void> {
  const now = new Date().toISOString();
  const rows =
    kind === 'unpublish'
      ? (pageIds ?? []).map((id) => ({ id, values: { status: 'unpublished', unpublishedAt: now, scheduledAt: null } }))
      : built.rendered.map(({ page, url }) => ({
          id: page._id,
          values: {
            status: 'published',
            publishedAt: page.publishedAt ?? now,
            publishedUrl: url.length <= 2000 ? url : null,
            unpublishedAt: null,
            scheduledAt: null,
          },
        }));
  await updateMany(within, webPages(within), rows, { withoutHooks: true });
}

export async function reportPublished(
  within: TransactionContext,
  { _id, name }: WebsiteRecord,
  release: { releaseId: string; releaseNumber: number; url: string; pages: number },
): Promise<void> {
  const { releaseId, releaseNumber, url, pages } = release;
  await appendEvent(within, {
    type: 'website.published',
    model: websites(within).name,
    recordId: _id,
    record: { _id, name, url, releaseId, releaseNumber, pages },
    previous: null,
  });
}
