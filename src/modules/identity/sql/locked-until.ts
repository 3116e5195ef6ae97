/**
 * SQL expression for the end of a user's lock; null when the user is not locked. Locks are stored by the hash of the
 * address (`targetOf` in sign-in/attempts.ts), because addresses without a user are locked too. It costs one primary
 * key lookup for each user in the result. The tables have no alias here, because it could collide with `alias`.
 */
export const lockedUntil = (alias: string): string =>
  `(select sign_in_attempts.locked_until from sign_in_attempts
    where sign_in_attempts.tenant_id = ${alias}.tenant_id and sign_in_attempts.locked_until > now()
      and sign_in_attempts.address = sha256(convert_to(
        (select tenants.account_key from tenants where tenants.id = ${alias}.tenant_id) || chr(10) || lower(${alias}.email),
        'UTF8')))`;
