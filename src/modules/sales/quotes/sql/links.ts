import type { Queryable, Transaction } from '#db/database.ts';
import { inTenant, scoped } from '#db/params.ts';

/** The most links of one quote; older ones stop working. */
const maxLinks = 50;

/** Stores the hash of a link. Deletes the oldest links above the limit. */
export const addLink = (tx: Transaction, tenantId: string, quoteId: string, hash: Buffer): Promise<unknown> =>
  tx.query(
    `with added as (
       insert into sales_quote_links (tenant_id, token_hash, quote_id) values ($1::bigint, $3::bytea, $2::uuid))
     delete from sales_quote_links l where l.tenant_id = $1::bigint and l.quote_id = $2::uuid and l.token_hash in (
       select o.token_hash from sales_quote_links o where o.tenant_id = $1::bigint and o.quote_id = $2::uuid
       order by o.created_at desc, o.token_hash offset ${maxLinks - 1})`,
    [tenantId, quoteId, hash],
  );

export async function findQuoteOfLink(db: Queryable, tenantId: string, hash: Buffer): Promise<string | undefined> {
  const [row] = await db.query<{ id: string }>(
    `select l.id from ${scoped(
      'l',
      `select k.quote_id as id from sales_quote_links k where ${inTenant('k')} and k.token_hash = $2::bytea`,
    )}`,
    [tenantId, hash],
  );
  return row?.id;
}
