/**
 * SQL of when the lock of a user's address ends; null when it is not locked. Locks are kept by the hash of the address
 * (`targetOf` in attempts.ts), because addresses that nobody has are locked as well. One look-up by primary key for each
 * user that is shown. The names of the tables are written out: `alias` is whatever the statement calls the row.
 */
export const lockedUntil = (alias: string): string =>
  `(select sign_in_attempts.locked_until from sign_in_attempts
    where sign_in_attempts.tenant_id = ${alias}.tenant_id and sign_in_attempts.locked_until > now()
      and sign_in_attempts.address = sha256(convert_to(
        (select tenants.account_key from tenants where tenants.id = ${alias}.tenant_id) || chr(10) || lower(${alias}.email),
        'UTF8')))`;
