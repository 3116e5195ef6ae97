import type { Queryable } from '#db/database.ts';
import { inTenant, scoped } from '#db/params.ts';

/** The names of pages, for display. Deleted pages have none. */
export async function pageTitles(
  db: Queryable,
  tenantId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await db.query<{ id: string; title: string | null }>(
    `select p.* from ${scoped(
      'p',
      `select p.id, coalesce(p.name, p.title, p.path) as title from marketing_web_pages p
       where ${inTenant('p')} and p.id = any($2::uuid[])`,
    )}`,
    [tenantId, ids],
  );
  return new Map(rows.flatMap(({ id, title }) => (title === null ? [] : [[id, title] as const])));
}
