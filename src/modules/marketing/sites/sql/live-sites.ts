import type { Queryable } from '#db/database.ts';
import { inTenant, scoped } from '#db/params.ts';

export interface LiveSiteRow {
  readonly websiteId: string;
  readonly liveReleaseId: string | null;
  readonly forceHttps: boolean | null;
  readonly accountStatus: string;
}

/** Reads the data that serving a website needs; undefined when the website was deleted. */
export async function readLiveSite(
  db: Queryable,
  tenantId: string,
  websiteId: string,
): Promise<LiveSiteRow | undefined> {
  const [row] = await db.query<LiveSiteRow>(
    `select w.* from ${scoped(
      'w',
      `select w.id as "websiteId", w.live_release_id as "liveReleaseId", w.force_https as "forceHttps", t.status as "accountStatus"
       from marketing_websites w join tenants t on t.id = w.tenant_id
       where ${inTenant('w')} and w.id = $2::uuid`,
    )}`,
    [tenantId, websiteId],
  );
  return row;
}

/** Finds a website of an account by its slug, domain or id. */
export async function findSite(db: Queryable, tenantId: string, name: string): Promise<string | undefined> {
  const [row] = await db.query<{ id: string }>(
    `select w.* from ${scoped(
      'w',
      `select w.id from marketing_websites w where ${inTenant('w')}
         and (w.slug_folded = $2::text or lower(w.domain) = $2::text or w.id::text = $2::text)
       order by w.slug_folded = $2::text desc nulls last, w.live_release_id is null, w.id limit 1`,
    )}`,
    [tenantId, name],
  );
  return row?.id;
}
