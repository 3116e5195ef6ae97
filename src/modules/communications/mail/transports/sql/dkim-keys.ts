import type { Queryable, Transaction } from '#db/database.ts';
import { inTenant, scoped } from '#db/params.ts';

export interface DkimKeyRow {
  readonly selector: string;
  readonly publicKey: string;
  /** Encrypted. */
  readonly privateKey: string;
}

/** The key with which a tenant signs mails of a domain. */
export async function readDkimKey(db: Queryable, tenantId: string, domain: string): Promise<DkimKeyRow | undefined> {
  const [row] = await db.query<DkimKeyRow>(
    `select k.* from ${scoped(
      'k',
      `select k.selector, k.public_key as "publicKey", k.private_key as "privateKey" from mail_dkim_keys k
       where ${inTenant('k')} and k.domain = $2::text`,
    )}`,
    [tenantId, domain],
  );
  return row;
}

/** Inserts a key, or keeps the one that another request has written first. */
export async function insertDkimKey(
  tx: Transaction,
  tenantId: string,
  domain: string,
  { selector, publicKey, privateKey }: DkimKeyRow,
): Promise<void> {
  await tx.query(
    `insert into mail_dkim_keys (tenant_id, domain, selector, public_key, private_key)
     values ($1::bigint, $2::text, $3::text, $4::text, $5::text) on conflict do nothing`,
    [tenantId, domain, selector, publicKey, privateKey],
  );
}
