import type { Queryable } from '#db/database.ts';
import { inTenant, scoped } from '#db/params.ts';
import type { Role } from './access.ts';
import type { SessionCredential } from './credentials.ts';

/** The SQL that reads users with their roles. Only these statements of the core read the tables of identity. */

export interface UserRow {
  readonly id: string;
  readonly email: string;
  readonly roles: string[];
  readonly account_key: string;
  /** The status of the tenant. */
  readonly status: string;
  /** The definitions of `roles`; null when none exists. */
  readonly role_definitions: Role[] | null;
}

export interface KeyRow extends UserRow {
  /** The hash of the API key, encrypted. */
  readonly key: string;
  readonly scopes: string[];
  readonly expires_at: Date | null;
}

/** The columns of `UserRow`, in a statement that sets the tenant. */
const userColumns = `u.id, u.email, coalesce(u.roles, '{}') as roles, n.account_key, n.status,
  (select json_agg(json_build_object('name', r.name, 'permissions', coalesce(r.permissions, '{}'),
      'hiddenFields', coalesce(r.hidden_fields, '{}'), 'readOnlyFields', coalesce(r.read_only_fields, '{}')))
    from identity_roles r where ${inTenant('r')} and r.name = any(u.roles)) as role_definitions`;

/** Active users by id. Users who do not exist or are deactivated are missing. */
export const readUsers = (db: Queryable, tenantId: string, userIds: readonly string[]): Promise<UserRow[]> =>
  db.query<UserRow>(
    `select u.* from ${scoped(
      'u',
      `select ${userColumns} from identity_users u join tenants n on n.id = u.tenant_id
      where ${inTenant('u')} and u.id = any($2::uuid[]) and u.active`,
    )}`,
    [tenantId, userIds],
  );

/** The active user of a session, and whether the session is open. */
export async function readSessionUser(
  db: Queryable,
  { tenantId, userId, sessionId }: SessionCredential,
): Promise<(UserRow & { readonly open: boolean }) | undefined> {
  const [row] = await db.query<UserRow & { open: boolean }>(
    `select u.* from ${scoped(
      'u',
      `select ${userColumns}, exists (
        select from sessions s where ${inTenant('s')} and s.id = $3::uuid and s.user_id = u.id
          and s.revoked_at is null and s.expires_at > now()) as open
      from identity_users u join tenants n on n.id = u.tenant_id
      where ${inTenant('u')} and u.id = $2::uuid and u.active`,
    )}`,
    [tenantId, userId, sessionId],
  );
  return row;
}

/** The active owner of an API key that has not expired, with the hash and the scopes of the key. */
export async function readKeyUser(db: Queryable, tenantId: string, keyId: string): Promise<KeyRow | undefined> {
  const [row] = await db.query<KeyRow>(
    `select u.* from ${scoped(
      'u',
      `select ${userColumns}, k.key, coalesce(k.scopes, '{}') as scopes, k.expires_at
      from identity_api_keys k join identity_users u on u.tenant_id = k.tenant_id and u.id = k.user_id
      join tenants n on n.id = u.tenant_id
      where ${inTenant('k')} and ${inTenant('u')} and k.id = $2::uuid and u.active
        and (k.expires_at is null or k.expires_at > now())`,
    )}`,
    [tenantId, keyId],
  );
  return row;
}
