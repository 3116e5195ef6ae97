import type { Grant } from '#core/access/access.ts';
import { type Context, queryable } from '#core/context.ts';
import { scopedRows, tableAs, withinReach } from '#core/query/rows.ts';
import type { Transaction } from '#db/database.ts';
import { Params, scoped } from '#db/params.ts';

/** Returns the pages that belong to the website and are within the caller's reach. */
export function reachedPages(
  context: Context,
  grant: Grant,
  websiteId: string,
  pageIds: readonly string[],
): Promise<{ id: string; status: string | null }[]> {
  const params = new Params(context.caller.tenantId);
  const site = params.add(websiteId, 'uuid');
  const ids = params.add(pageIds, 'uuid[]');
  return queryable(context).query(
    `select r.* from ${scoped(
      'r',
      `select t.id, t.status from ${tableAs(grant.model, 't')}
       where ${scopedRows(grant.model, 't')} and t.website_id = ${site} and t.id = any(${ids})${withinReach(grant, 't', params)}`,
    )}`,
    params.values,
  );
}

export async function slugTaken({ tx, caller }: Context, slug: string): Promise<boolean> {
  const rows = await tx?.query(
    'select 1 from marketing_websites where tenant_id = $1::bigint and slug_folded = $2::text',
    [caller.tenantId, slug],
  );
  return (rows?.length ?? 0) > 0;
}

/** Returns the pages that wait for their publication. */
export async function scheduledPages(tx: Transaction, tenantId: string, pageIds: readonly string[]): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    `select id from marketing_web_pages where tenant_id = $1::bigint and id = any($2::uuid[]) and status = 'scheduled'`,
    [tenantId, pageIds],
  );
  return rows.map(({ id }) => id);
}
