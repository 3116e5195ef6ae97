import type { TransactionContext } from '#core/context.ts';
import { notFound } from '#core/errors.ts';
import { updateMany } from '#core/operations/update-many.ts';
import { webPages } from '../model-names.ts';
import { failPublication, findByJob } from '../sql/publications.ts';
import { scheduledPages } from '../sql/reached-pages.ts';
import { readWebsite } from './read-snapshot.ts';

/** Cancels the job, and turns pages that only waited for it back into drafts. */
export async function cancelPublication(within: TransactionContext, jobId: string): Promise<void> {
  const { tx, caller, services } = within;
  const publication = await findByJob(tx, caller.tenantId, jobId);
  if (!publication) throw notFound(`Publication ${jobId}`);
  await readWebsite(within, publication.websiteId);
  await services.jobs.cancel(within, jobId);
  await failPublication(tx, caller.tenantId, publication.id, 'It was cancelled.');
  const waiting = await scheduledPages(tx, caller.tenantId, publication.pageIds ?? []);
  const rows = waiting.map((id) => ({ id, values: { status: 'draft', scheduledAt: null } }));
  await updateMany(within, webPages(within), rows, { withoutHooks: true });
}
