import type { TransactionContext } from '#core/context.ts';
import { AppError, notFound } from '#core/errors.ts';
import { newId } from '#lib/ids.ts';
import { securityEvent } from '../security-events/security-event.ts';
import type { Person } from './profile.ts';
import type { ProviderName } from './settings.ts';

export interface Identity {
  readonly _id: string;
  readonly provider: string;
  readonly issuer: string;
  readonly email: string | null;
  readonly createdAt: string;
}

/** The user that an identity at a provider belongs to. */
export async function ownerOfIdentity(
  { tx, caller }: TransactionContext,
  { issuer, subject }: Person,
): Promise<string | undefined> {
  const [row] = await tx.query<{ user_id: string }>(
    'select user_id from user_identities where tenant_id = $1::bigint and issuer = $2::text and subject = $3::text',
    [caller.tenantId, issuer, subject],
  );
  return row?.user_id;
}

export async function linkIdentity(
  context: TransactionContext,
  provider: ProviderName,
  { issuer, subject, email }: Person,
  userId: string,
): Promise<void> {
  const { tx, caller } = context;
  await tx.query(
    `insert into user_identities (tenant_id, id, user_id, provider, issuer, subject, email)
     values ($1::bigint, $2::uuid, $3::uuid, $4::text, $5::text, $6::text, $7::text)`,
    [caller.tenantId, newId(), userId, provider, issuer, subject, email],
  );
  await securityEvent(context, 'security.identityLinked', { userId, email, provider, issuer });
}

export async function identitiesOf({ tx, caller }: TransactionContext, userId: string): Promise<Identity[]> {
  const rows = await tx.query<Omit<Identity, 'createdAt'> & { createdAt: Date }>(
    `select id as "_id", provider, issuer, email, created_at as "createdAt" from user_identities
     where tenant_id = $1::bigint and user_id = $2::uuid order by created_at, id`,
    [caller.tenantId, userId],
  );
  return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }));
}

/** Takes an identity from its user, unless nothing would be left to sign in with. */
export async function unlinkIdentity(context: TransactionContext, userId: string, id: string): Promise<void> {
  const { tx, caller } = context;
  // Two that are unlinked at once must not each take the other for the one that is left.
  const [user] = await tx.query<{ has_password: boolean }>(
    `select password is not null as has_password from identity_users
     where tenant_id = $1::bigint and id = $2::uuid for update`,
    [caller.tenantId, userId],
  );
  const identities = await identitiesOf(context, userId);
  const identity = identities.find(({ _id }) => _id === id);
  if (!user || !identity) throw notFound(`The identity ${id}`);
  if (!user.has_password && identities.length === 1) {
    throw new AppError(
      'conflict',
      'This is the only way that you can sign in: set a password or link another identity first.',
    );
  }
  await tx.query('delete from user_identities where tenant_id = $1::bigint and id = $2::uuid', [caller.tenantId, id]);
  const { provider, issuer, email } = identity;
  await securityEvent(context, 'security.identityUnlinked', { userId, email, provider, issuer });
}
