import type { Queryable } from '#db/database.ts';
import { inTenant, scoped } from '#db/params.ts';

interface Credentials {
  readonly id: string;
  readonly email: string;
  readonly password: string | null;
  readonly roles: string[];
  readonly active: boolean;
}

/** `email_folded` is the indexed lower-case address, unique in a tenant. */
export async function findCredentials(
  db: Queryable,
  tenantId: string,
  email: string,
): Promise<Credentials | undefined> {
  const rows = await db.query<Credentials>(
    `select u.* from ${scoped(
      'u',
      `select u.id, u.email, u.password, coalesce(u.roles, '{}') as roles, coalesce(u.active, false) as active
      from identity_users u where ${inTenant('u')} and u.email_folded = lower($2::text)`,
    )}`,
    [tenantId, email],
  );
  return rows[0];
}
