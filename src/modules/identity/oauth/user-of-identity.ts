import type { Tenant } from '#core/access/directory.ts';
import type { Context, TransactionContext } from '#core/context.ts';
import { AppError } from '#core/errors.ts';
import { invoke, operations } from '#core/operations/index.ts';
import { classify } from '#db/errors.ts';
import { securityEvent } from '../security-events/security-event.ts';
import { findUser, findUserByEmail } from '../sql/find-user.ts';
import { requireNotSuspended } from '../sql/tenants.ts';
import { inTenantOf, usersModel } from '../tenants/in-tenant.ts';
import { linkIdentity, ownerOfIdentity } from './identities.ts';
import type { Person } from './profile.ts';
import { labelOf, type ProviderName } from './settings.ts';

/** Somebody who has proven to be this person at a provider. */
interface Proven {
  readonly provider: ProviderName;
  readonly person: Person;
  /** The signed-in user who asked for the identity to be linked, and when; null for a plain sign-in. */
  readonly link: { readonly userId: string; readonly askedAt: Date } | null;
}

/** The user whom an identity belongs to: known, linked now, or made now. */
export async function userOf(context: Context, tenant: Tenant, proven: Proven): Promise<string> {
  const find = () =>
    inTenantOf(context, tenant, async (within) => {
      await requireNotSuspended(within);
      return findOrMake(within, tenant, proven);
    });
  try {
    return await find();
  } catch (error) {
    // Somebody else made the same user or identity at this moment; then it is known by now.
    if (classify(error)?.kind !== 'unique') throw error;
    return find();
  }
}

async function findOrMake(
  context: TransactionContext,
  tenant: Tenant,
  { provider, person, link }: Proven,
): Promise<string> {
  const owner = await ownerOfIdentity(context, person);
  if (link !== null) {
    if (owner !== undefined && owner !== link.userId) throw takenIdentity(provider);
    await requireStillSignedIn(context, link.userId, link.askedAt);
    if (owner === undefined) await linkIdentity(context, provider, person, await requireActive(context, link.userId));
    return link.userId;
  }
  if (owner !== undefined) return owner;
  const user = person.email === null ? undefined : await findUserByEmail(context, person.email);
  if (!user) return register(context, tenant, provider, person);
  // An address proves nothing unless both sides have checked it: it could be somebody else's.
  if (!person.emailVerified || !user.verified) {
    throw notLinked(provider, `There is a user with your address to whom ${labelOf(provider)} is not linked`);
  }
  await linkIdentity(context, provider, person, await requireActive(context, user.id));
  return user.id;
}

/** Nothing is linked to a user who could not sign in with it. */
async function requireActive(context: TransactionContext, userId: string): Promise<string> {
  if ((await findUser(context, userId))?.active) return userId;
  throw new AppError('unauthenticated', 'This user is deactivated; ask an administrator of your account.');
}

/** Whoever ends a session ends what was begun with it: nobody who was thrown out comes back by an identity of their own. */
async function requireStillSignedIn({ tx, caller }: TransactionContext, userId: string, since: Date): Promise<void> {
  const [ended] = await tx.query(
    'select 1 from sessions where tenant_id = $1::bigint and user_id = $2::uuid and revoked_at >= $3::timestamptz limit 1',
    [caller.tenantId, userId, since],
  );
  if (ended)
    throw new AppError('unauthenticated', 'A session of yours has ended in the meantime; sign in and link again.');
}

/** Makes a user of somebody whom the tenant does not know yet. */
async function register(
  context: TransactionContext,
  tenant: Tenant,
  provider: ProviderName,
  person: Person,
): Promise<string> {
  const { email, emailVerified, firstName, lastName } = person;
  if (email === null) throw notLinked(provider, `${labelOf(provider)} tells no address, and is linked to nobody`);
  const { registrationOpen, registrationRole } = tenant.settings;
  if (!registrationOpen) {
    throw new AppError(
      'forbidden',
      'Nobody has this address here, and this account does not take registrations; ask an administrator to invite you.',
    );
  }
  const record = {
    email,
    roles: [registrationRole],
    emailVerified,
    ...(emailVerified && { emailVerifiedAt: new Date().toISOString() }),
    ...(firstName !== null && { firstName }),
    ...(lastName !== null && { lastName }),
  };
  const { id } = await invoke(context, operations.create, usersModel(context), { record });
  await securityEvent(context, 'security.registered', { userId: id, email, provider });
  await linkIdentity(context, provider, person, id);
  return id;
}

const notLinked = (provider: ProviderName, reason: string): AppError =>
  new AppError(
    'forbidden',
    `${reason}: sign in with your password first, then link ${labelOf(provider)} (GET /api/identity/auth/${provider}?link=true).`,
  );

const takenIdentity = (provider: ProviderName): AppError =>
  new AppError('conflict', `This identity at ${labelOf(provider)} is linked to another user already.`);
