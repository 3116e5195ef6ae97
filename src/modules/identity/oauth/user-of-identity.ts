import type { Tenant } from '#core/access/tenants.ts';
import type { Context, TransactionContext } from '#core/context.ts';
import { AppError } from '#core/errors.ts';
import { classify } from '#db/errors.ts';
import { appendSecurityEvent } from '../security-events/security-event.ts';
import { findUser, findUserByEmail } from '../sql/find-user.ts';
import { wasSessionRevokedSince } from '../sql/sessions.ts';
import { requireNotSuspended } from '../sql/tenants.ts';
import { ownerOfIdentity } from '../sql/user-identities.ts';
import { inPlatformTransaction } from '../tenant-context/platform-context.ts';
import { createUser } from '../users/users.ts';
import { linkIdentity } from './link-identity.ts';
import type { ProviderProfile } from './profile.ts';
import { labelOf, type ProviderName } from './settings.ts';

/** An identity that the provider has confirmed. */
interface ConfirmedIdentity {
  readonly provider: ProviderName;
  readonly profile: ProviderProfile;
  /** The signed-in user who asked for the link, and when; null for a sign-in. */
  readonly link: { readonly userId: string; readonly askedAt: Date } | null;
}

/** The id of the user of an identity. Links the identity or creates the user, where that is allowed. */
export async function userOfIdentity(context: Context, tenant: Tenant, identity: ConfirmedIdentity): Promise<string> {
  const find = () =>
    inPlatformTransaction(context, tenant, async (within) => {
      await requireNotSuspended(within);
      return findOrCreate(within, tenant, identity);
    });
  try {
    return await find();
  } catch (error) {
    // A concurrent request created the same user or identity, so the second try finds it.
    if (classify(error)?.kind !== 'unique') throw error;
    return find();
  }
}

async function findOrCreate(
  context: TransactionContext,
  tenant: Tenant,
  { provider, profile, link }: ConfirmedIdentity,
): Promise<string> {
  const ownerId = await ownerOfIdentity(context, profile);
  if (link !== null) {
    if (ownerId !== undefined && ownerId !== link.userId) throw takenIdentity(provider);
    await requireStillSignedIn(context, link.userId, link.askedAt);
    if (ownerId === undefined)
      await linkIdentity(context, provider, profile, await requireActive(context, link.userId));
    return link.userId;
  }
  if (ownerId !== undefined) return ownerId;
  const user = profile.email === null ? undefined : await findUserByEmail(context, profile.email);
  if (!user) return register(context, tenant, provider, profile);
  // A matching address proves the identity only when both sides have verified it. Otherwise it could belong to somebody
  // else.
  if (!profile.emailVerified || !user.verified) {
    throw notLinked(provider, `There is a user with your address to whom ${labelOf(provider)} is not linked`);
  }
  await linkIdentity(context, provider, profile, await requireActive(context, user.id));
  return user.id;
}

/** Throws unless the user is active, because a user who cannot sign in gets no identity. */
async function requireActive(context: TransactionContext, userId: string): Promise<string> {
  if ((await findUser(context, userId))?.active) return userId;
  throw new AppError('unauthenticated', 'This user is deactivated; ask an administrator of your account.');
}

/** Ending a session also cancels links that were started in it, so that a signed-out attacker cannot finish one. */
async function requireStillSignedIn(context: TransactionContext, userId: string, since: Date): Promise<void> {
  if (await wasSessionRevokedSince(context, userId, since))
    throw new AppError('unauthenticated', 'A session of yours has ended in the meantime; sign in and link again.');
}

/** Creates a user from the profile, if the tenant is open for registration. */
async function register(
  context: TransactionContext,
  tenant: Tenant,
  provider: ProviderName,
  profile: ProviderProfile,
): Promise<string> {
  const { email, emailVerified, firstName, lastName } = profile;
  if (email === null) throw notLinked(provider, `${labelOf(provider)} sends no address, and is linked to no user`);
  const { registrationOpen, registrationRole } = tenant.settings;
  if (!registrationOpen) {
    throw new AppError(
      'forbidden',
      'Nobody has this address here, and this account does not take registrations; ask an administrator to invite you.',
    );
  }
  const id = await createUser(context, {
    email,
    roles: [registrationRole],
    emailVerified,
    ...(emailVerified && { emailVerifiedAt: new Date().toISOString() }),
    ...(firstName !== null && { firstName }),
    ...(lastName !== null && { lastName }),
  });
  await appendSecurityEvent(context, 'security.registered', { userId: id, email, provider });
  await linkIdentity(context, provider, profile, id);
  return id;
}

const notLinked = (provider: ProviderName, reason: string): AppError =>
  new AppError(
    'forbidden',
    `${reason}: sign in with your password first, then link ${labelOf(provider)} (GET /api/identity/auth/${provider}?link=true).`,
  );

const takenIdentity = (provider: ProviderName): AppError =>
  new AppError('conflict', `This identity at ${labelOf(provider)} is linked to another user already.`);
