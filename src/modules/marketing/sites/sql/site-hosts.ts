import type { Queryable, Transaction } from '#db/database.ts';

/** The website of a host. The table has no tenant_id, because it is used to find the tenant of a request. */
export interface SiteHost {
  readonly host: string;
  readonly tenantId: string;
  readonly websiteId: string;
}

const columns = 'host, tenant::text as "tenantId", website_id as "websiteId"';

export const readHosts = (db: Queryable): Promise<SiteHost[]> =>
  db.query<SiteHost>(`select ${columns} from site_hosts`);

export const hostsOf = (db: Queryable, tenantId: string, websiteId: string): Promise<SiteHost[]> =>
  db.query<SiteHost>(`select ${columns} from site_hosts where tenant = $1::bigint and website_id = $2::uuid`, [
    tenantId,
    websiteId,
  ]);

/** The website that a host belongs to. */
export async function holderOf(db: Queryable, host: string): Promise<SiteHost | undefined> {
  const [row] = await db.query<SiteHost>(`select ${columns} from site_hosts where host = $1::text`, [host]);
  return row;
}

/** Removes a host from a website. Returns false when the website does not have it. */
export async function releaseHost(tx: Transaction, { host, tenantId, websiteId }: SiteHost): Promise<boolean> {
  const rows = await tx.query(
    'delete from site_hosts where host = $1::text and tenant = $2::bigint and website_id = $3::uuid returning 1',
    [host, tenantId, websiteId],
  );
  return rows.length > 0;
}

/**
 * Assigns a host to a website whose owner has just proven it. A host of another website is taken over: the proof is
 * newer, and the previous owner of a sold domain must not keep it.
 */
export const claimHost = (tx: Transaction, { host, tenantId, websiteId }: SiteHost): Promise<unknown> =>
  tx.query(
    `insert into site_hosts (host, tenant, website_id) values ($1::text, $2::bigint, $3::uuid)
     on conflict (host) do update set tenant = excluded.tenant, website_id = excluded.website_id`,
    [host, tenantId, websiteId],
  );

export const deleteHosts = (tx: Transaction, tenantId: string, websiteIds: readonly string[]): Promise<unknown> =>
  tx.query('delete from site_hosts where tenant = $1::bigint and website_id = any($2::uuid[])', [tenantId, websiteIds]);
