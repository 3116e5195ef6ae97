import { type Context, inTransaction, type TransactionContext } from '#core/context.ts';
import type { Model } from '#core/models/model.ts';
import { updateMany } from '#core/operations/update-many.ts';
import { webPages, websites } from '../model-names.ts';
import { lockCounters, markCounted, type UncountedVisits } from './sql/site-visits.ts';

/**
 * Adds new views and conversions to the counters of pages and websites. Each is added once, because one transaction
 * marks it and adds it.
 */
export const showCounts = (context: Context): Promise<boolean> =>
  inTransaction(context, async (within) => {
    const visits = await markCounted(within.tx, within.caller.tenantId);
    await addTo(within, websites(within), 'marketing_websites', visits, ({ websiteId }) => websiteId);
    await addTo(within, webPages(within), 'marketing_web_pages', visits, ({ pageId }) => pageId);
    return visits.length > 0;
  });

async function addTo(
  within: TransactionContext,
  model: Model,
  table: 'marketing_websites' | 'marketing_web_pages',
  visits: readonly UncountedVisits[],
  idOf: (visits: UncountedVisits) => string,
): Promise<void> {
  const byId = Map.groupBy(visits, idOf);
  const counters = await lockCounters(within.tx, within.caller.tenantId, table, [...byId.keys()]);
  const rows = counters.map(({ id, viewCount, visitorCount, conversionCount }) => {
    const added = byId.get(id) ?? [];
    const sum = (key: 'views' | 'visitors' | 'conversions') => added.reduce((total, row) => total + row[key], 0);
    const values = {
      viewCount: viewCount + sum('views'),
      visitorCount: visitorCount + sum('visitors'),
      conversionCount: conversionCount + sum('conversions'),
    };
    return { id, values };
  });
  await updateMany(within, model, rows, { withoutHooks: true });
}
