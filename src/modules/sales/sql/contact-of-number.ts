import type { Transaction } from '#db/database.ts';

/** SQL that finds the oldest contact with the number `$2`, whatever the format in which the record has it. */
export const contactOfNumber = `select c.id from sales_contacts c
  where c.tenant_id = $1::bigint and ((c.mobile_phone_key = phone_key($2::text) and same_phone(c.mobile_phone, $2::text))
    or (c.phone_key = phone_key($2::text) and same_phone(c.phone, $2::text)))
  order by c.created_at, c.id limit 1`;

export async function findContactByNumber(tx: Transaction, tenantId: string, phone: string): Promise<string | null> {
  const [row] = await tx.query<{ id: string }>(contactOfNumber, [tenantId, phone]);
  return row?.id ?? null;
}
