import type { KeyRow, SessionRow, UserReader, UserRow } from '#core/access/users.ts';
import { inTenant, scoped } from '#db/params.ts';

/** The columns of `UserRow`, for a statement that sets the tenant. */
const userColumns = `u.id, u.email, coalesce(u.roles, '{}') as roles, n.account_key, n.status,
  (select json_agg(json_build_object('name', r.name, 'permissions', coalesce(r.permissions, '{}'),
      'hiddenFields', coalesce(r.hidden_fields, '{}'), 'readOnlyFields', coalesce(r.read_only_fields, '{}')))
    from identity_roles r where ${inTenant('r')} and r.name = any(u.roles)) as role_definitions`;

const byIds: UserReader['byIds'] = (db, tenantId, userIds) =>
  db.query<UserRow>(
    `select u.* from ${scoped(
      'u',
      `select ${userColumns} from identity_users u join tenants n on n.id = u.tenant_id
      where ${inTenant('u')} and u.id = any($2::uuid[]) and u.active`,
    )}`,
    [tenantId, userIds],
  );

const bySession: UserReader['bySession'] = async (db, { tenantId, userId, sessionId }) => {
  const [row] = await db.query<SessionRow>(
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
};

const byKey: UserReader['byKey'] = async (db, tenantId, keyId) => {
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
};

/** The statements that find the caller of a request. */
export const userReader: UserReader = { byIds, bySession, byKey };
