import type { TransactionContext } from '#core/context.ts';
import { AppError, invalid } from '#core/errors.ts';
import { invoke, operations } from '#core/operations/index.ts';
import type { RecordObject } from '#core/operations/validate.ts';
import { requestPublication } from '../jobs/request-publication.ts';
import { webPages } from '../model-names.ts';

/** The fields with the content of a page, so without its name and address. */
const contentFields = [
  'title',
  'description',
  'blocks',
  'html',
  'css',
  'script',
  'formId',
  'layoutId',
  'template',
  'featuredImageUrl',
  'metaTitle',
  'metaDescription',
  'metaKeywords',
  'socialTitle',
  'socialDescription',
  'socialImageUrl',
] as const;

const maxVariants = 100;

/**
 * Ends an A/B test: the page gets the content of the winner, and the variants are archived. One publication shows both
 * changes to visitors; a page that is not published is only changed. Returns the id of the publication's job.
 */
export async function endTest(within: TransactionContext, pageId: string, winnerId: string): Promise<string | null> {
  const page = await readPage(within, pageId);
  if (typeof page.variantOfId === 'string')
    throw new AppError('conflict', `This page is a variant. End the test of the page ${page.variantOfId}.`);
  const variants = await variantsOf(within, pageId);
  if (variants.length === 0)
    throw new AppError('conflict', 'The page has no variants: there is no test that could end.');
  const winner = [page, ...variants].find(({ _id }) => _id === winnerId);
  if (!winner)
    throw invalid('winnerId', 'reference_not_found', 'must be the page, or one of its variants that are not archived');
  const model = webPages(within);
  if (winner !== page) {
    const record = Object.fromEntries(contentFields.map((key) => [key, winner[key] ?? null]));
    await invoke(within, operations.update, model, { id: pageId, record });
  }
  for (const { _id } of variants)
    await invoke(within, operations.update, model, { id: String(_id), record: { status: 'archived' } });
  if (page.status !== 'published' || typeof page.websiteId !== 'string') return null;
  return (await requestPublication(within, { websiteId: page.websiteId, pageIds: [pageId] })).jobId;
}

async function readPage(within: TransactionContext, id: string): Promise<RecordObject> {
  const { body } = await invoke(within, operations.get, webPages(within), { id, query: {} });
  return JSON.parse(body) as RecordObject;
}

async function variantsOf(within: TransactionContext, pageId: string): Promise<RecordObject[]> {
  const query = {
    filter: { variantOfId: { eq: pageId }, status: { ne: 'archived' } },
    limit: String(maxVariants),
    count: 'none',
  };
  const { body } = await invoke(within, operations.list, webPages(within), { query: () => query });
  return (JSON.parse(body) as { data: RecordObject[] }).data;
}
