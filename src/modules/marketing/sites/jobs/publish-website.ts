import { Type } from 'typebox';
import type { Context } from '#core/context.ts';
import { AppError } from '#core/errors.ts';
import { discardFiles } from '#core/files/staged-file.ts';
import { defineJob, type JobControls, JobStopped } from '#core/jobs/job.ts';
import { buildRelease } from '../publishing/build-release.ts';
import { commitRelease } from '../publishing/commit-release.ts';
import { readSite } from '../publishing/read-snapshot.ts';
import { takeOffline } from '../publishing/take-offline.ts';
import { failPublication, findPublication, type Publication } from '../sql/publications.ts';

const id = Type.String({ format: 'uuid' });

/**
 * Publishes or withdraws a website. Nothing that visitors see changes before the last transaction, so a run that is killed at any
 * step leaves the old release live, and the next run begins again.
 */
export const publishWebsite = defineJob({
  name: 'marketing.publish-website',
  summary: 'Renders a website, writes it to storage and makes it live',
  input: Type.Object({ publicationId: id, websiteId: id }, { additionalProperties: false }),
  retry: { limit: 5, delay: '10s', backoff: true },
  key: ({ websiteId }) => websiteId,
  async run(context, { publicationId }, controls) {
    const { db } = context.services;
    const { tenantId } = context.caller;
    const publication = await findPublication(db, tenantId, publicationId);
    if (!publication || publication.finishedAt !== null) return;
    try {
      await publish(context, publication, controls);
    } catch (error) {
      // A retry would fail for the same records and permissions.
      if (!(error instanceof AppError) || error.status >= 500) throw error;
      await db.transaction(tenantId, (tx) => failPublication(tx, tenantId, publicationId, error.message));
      throw new JobStopped(error.message);
    }
  },
});

async function publish(context: Context, publication: Publication, controls: JobControls): Promise<void> {
  const read = await readSite(context, publication.websiteId);
  if (publication.kind === 'unpublish' && (publication.pageIds === null || !read.live))
    return takeOffline(context, publication, read);
  const built = await buildRelease(context, publication, read, controls);
  try {
    controls.signal.throwIfAborted();
    await commitRelease(context, publication, read.site.website, built);
  } finally {
    // `commitRelease` removed the files of the release from this list, so only unused files are discarded.
    await discardFiles(context, built.staged);
  }
}
