import type { TransactionContext } from '#core/context.ts';

/** Identities at OAuth providers that users sign in with. */

interface Identity {
  readonly _id: string;
  readonly provider: string;
  readonly issuer: string;
  readonly email: string | null;
  readonly createdAt: string;
}

/** The issuer and the subject identify a person at a provider. */
interface IdentityKey {
  readonly issuer: string;
  readonly subject: string;
}

/** The id of the user to whom an identity is linked. */
export async function ownerOfIdentity(
  { tx, caller }: TransactionContext,
  { issuer, subject }: IdentityKey,
): Promise<string | undefined> {
  const [row] = await tx.query<{ user_id: string }>(
    'select user_id from user_identities where tenant_id = $1::bigint and issuer = $2::text and subject = $3::text',
    [caller.tenantId, issuer, subject],
  );
  return row?.user_id;
}

interface NewIdentity extends IdentityKey {
  readonly id: string;
  readonly userId: string;
  readonly provider: string;
  readonly email: string | null;
}

export const insertIdentity = (
  { tx, caller }: TransactionContext,
  { id, userId, provider, issuer, subject, email }: NewIdentity,
): Promise<unknown> =>
  tx.query(
    `insert into user_identities (tenant_id, id, user_id, provider, issuer, subject, email)
     values ($1::bigint, $2::uuid, $3::uuid, $4::text, $5::text, $6::text, $7::text)`,
    [caller.tenantId, id, userId, provider, issuer, subject, email],
  );

export async function identitiesOfUser({ tx, caller }: TransactionContext, userId: string): Promise<Identity[]> {
  const rows = await tx.query<Omit<Identity, 'createdAt'> & { createdAt: Date }>(
    `select id as "_id", provider, issuer, email, created_at as "createdAt" from user_identities
     where tenant_id = $1::bigint and user_id = $2::uuid order by created_at, id`,
    [caller.tenantId, userId],
  );
  return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }));
}

/**
 * Locks the user, so that concurrent unlinks of two identities run one after the other. Undefined when there is no
 * user.
 */
export async function lockUserHasPassword(
  { tx, caller }: TransactionContext,
  userId: string,
): Promise<boolean | undefined> {
  const [user] = await tx.query<{ has_password: boolean }>(
    `select password is not null as has_password from identity_users
     where tenant_id = $1::bigint and id = $2::uuid for update`,
    [caller.tenantId, userId],
  );
  return user?.has_password;
}

export const deleteIdentity = ({ tx, caller }: TransactionContext, id: string): Promise<unknown> =>
  tx.query('delete from user_identities where tenant_id = $1::bigint and id = $2::uuid', [caller.tenantId, id]);

export const deleteIdentitiesOfUser = ({ tx, caller }: TransactionContext, userId: string): Promise<unknown> =>
  tx.query('delete from user_identities where tenant_id = $1::bigint and user_id = $2::uuid', [
    caller.tenantId,
    userId,
  ]);
