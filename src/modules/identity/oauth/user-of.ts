import type { Context, Writing } from '#core/context.ts';
import type { Tenant } from '#core/directory.ts';
import { AppError } from '#core/errors.ts';
import { invoke, operations } from '#core/operations/index.ts';
import { classify } from '#db/errors.ts';
import { inTenantOf, usersModel } from '../accounts.ts';
import { linkIdentity, ownerOfIdentity } from './identities.ts';
import type { Person } from './profile.ts';
import { labelOf, type ProviderName } from './settings.ts';

/** Somebody who has proven to be this person at a provider. */
interface Proven {
  readonly provider: ProviderName;
  readonly person: Person;
  /** The signed-in user who asked for the identity to be linked; null for a plain sign-in. */
  readonly linkTo: string | null;
}

interface KnownUser {
  readonly id: string;
  readonly verified: boolean;
}

/** The user whom an identity belongs to: known, linked now, or made now. */
export async function userOf(context: Context, tenant: Tenant, proven: Proven): Promise<string> {
  const find = () => inTenantOf(context, tenant, (within) => findOrMake(within, tenant, proven));
  try {
    return await find();
  } catch (error) {
    // Somebody else made the same user or identity at this moment; then it is known by now.
    if (classify(error)?.kind !== 'unique') throw error;
    return find();
  }
}

async function findOrMake(context: Writing, tenant: Tenant, { provider, person, linkTo }: Proven): Promise<string> {
  const owner = await ownerOfIdentity(context, person);
  if (linkTo !== null) {
    if (owner === undefined) await linkIdentity(context, provider, person, await requireActive(context, linkTo));
    else if (owner !== linkTo) throw takenIdentity(provider);
    return linkTo;
  }
  if (owner !== undefined) return owner;
  const user = await userByEmail(context, person.email);
  if (!user) return register(context, tenant, provider, person);
  // An address proves nothing unless both sides have checked it: it could be somebody else's.
  if (!person.emailVerified || !user.verified) throw notLinked(provider, 'There is a user with your address');
  await linkIdentity(context, provider, person, await requireActive(context, user.id));
  return user.id;
}

async function userByEmail({ tx, caller }: Writing, email: string | null): Promise<KnownUser | undefined> {
  if (email === null) return undefined;
  const [user] = await tx.query<KnownUser>(
    `select id, coalesce(email_verified, false) as verified from identity_users
     where tenant_id = $1::bigint and lower(email) = lower($2::text)`,
    [caller.tenantId, email],
  );
  return user;
}

/** Nothing is linked to a user who could not sign in with it. */
async function requireActive({ tx, caller }: Writing, userId: string): Promise<string> {
  const [user] = await tx.query<{ active: boolean }>(
    'select coalesce(active, false) as active from identity_users where tenant_id = $1::bigint and id = $2::uuid',
    [caller.tenantId, userId],
  );
  if (user?.active) return userId;
  throw new AppError('unauthenticated', 'This user is deactivated; ask an administrator of your account.');
}

/** Makes a user of somebody whom the tenant does not know yet. */
async function register(context: Writing, tenant: Tenant, provider: ProviderName, person: Person): Promise<string> {
  const { email, emailVerified, firstName, lastName } = person;
  if (email === null) throw notLinked(provider, `${labelOf(provider)} told no address by which to know you`);
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
  await linkIdentity(context, provider, person, id);
  return id;
}

const notLinked = (provider: ProviderName, reason: string): AppError =>
  new AppError(
    'forbidden',
    `${reason}, and ${labelOf(provider)} is not linked to it: sign in with your password first, then link ${labelOf(provider)} (GET /api/identity/auth/${provider}?link=true).`,
  );

const takenIdentity = (provider: ProviderName): AppError =>
  new AppError('conflict', `This identity at ${labelOf(provider)} is linked to another user already.`);
