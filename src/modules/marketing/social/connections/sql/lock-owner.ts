import type { Transaction } from '#db/database.ts';

export interface ConnectionOwner {
  readonly name: string;
  readonly status: string | null;
  /** Null when the user is deleted or deactivated. */
  readonly ownerEmail: string | null;
}

/** Locks a connection. Undefined when it was removed. */
export async function lockOwner(
  tx: Transaction,
  tenantId: string,
  connectionId: string,
): Promise<ConnectionOwner | undefined> {
  const [row] = await tx.query<ConnectionOwner>(
    `select c.name, c.status, (select u.email from identity_users u
       where u.tenant_id = c.tenant_id and u.id = c.owner_id and u.active is not false) as "ownerEmail"
     from marketing_social_connections c where c.tenant_id = $1::bigint and c.id = $2::uuid for no key update of c`,
    [tenantId, connectionId],
  );
  return row;
}
