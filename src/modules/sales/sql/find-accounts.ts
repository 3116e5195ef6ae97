import type { Transaction } from '#db/database.ts';

/**
 * The accounts with the domains of these addresses: by their domain, else by their website. The oldest of several wins.
 */
export async function accountsByDomain(
  tx: Transaction,
  tenantId: string,
  domains: readonly string[],
): Promise<Map<string, string>> {
  if (domains.length === 0) return new Map();
  const rows = await tx.query<{ domain: string; id: string }>(
    `select distinct on (d.domain) d.domain, a.id
     from unnest($2::text[]) d(domain) join sales_accounts a on a.tenant_id = $1::bigint and (
       a.domain in (d.domain, 'www.' || d.domain)
       or a.website in ('https://' || d.domain, 'https://' || d.domain || '/', 'https://www.' || d.domain, 'https://www.' || d.domain || '/',
         'http://' || d.domain, 'http://' || d.domain || '/', 'http://www.' || d.domain, 'http://www.' || d.domain || '/'))
     order by d.domain, (a.domain is null), a.id`,
    [tenantId, domains],
  );
  return new Map(rows.map(({ domain, id }) => [domain, id]));
}

/** The open deals of contacts and accounts with exactly one, by the id of the contact or account. */
export async function onlyOpenDeals(
  tx: Transaction,
  tenantId: string,
  contactIds: readonly string[],
  accountIds: readonly string[],
): Promise<Map<string, string>> {
  const rows = await tx.query<{ of: string; id: string }>(
    `select o.of, (array_agg(o.id))[1] as id from (
      select contact_id as of, id, status_id, closed_at from sales_opportunities where tenant_id = $1::bigint and contact_id = any($2::uuid[])
      union all
      select account_id, id, status_id, closed_at from sales_opportunities where tenant_id = $1::bigint and account_id = any($3::uuid[])
    ) o left join sales_opportunity_statuses s on s.tenant_id = $1::bigint and s.id = o.status_id
    where o.closed_at is null and coalesce(s.category, 'open') = 'open'
    group by o.of having count(*) = 1`,
    [tenantId, contactIds, accountIds],
  );
  return new Map(rows.map(({ of, id }) => [of, id]));
}
