import type { Context } from '#core/context.ts';
import { notFound } from '#core/errors.ts';
import { authorize, operations } from '#core/operations/index.ts';
import { websites } from './model-names.ts';
import type { WebsiteRecord } from './rendering/site-records.ts';
import { readWithin } from './sql/read-records.ts';

/** A website that the caller may read. */
export async function readSiteName(context: Context, id: string): Promise<WebsiteRecord> {
  const website = await readWithin<WebsiteRecord>(context, authorize(context, operations.get, websites(context)), id);
  if (!website) throw notFound(`Website ${id}`);
  return website;
}
