import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { type Context, inTransaction, type Writing } from '#core/context.ts';
import { suspended, type Tenant } from '#core/directory.ts';
import { AppError, invalid, notFound } from '#core/errors.ts';
import { type Field, type JsonValue, Problem } from '#core/fields/field.ts';
import { mailTo } from '#core/mail.ts';
import { invoke, operations } from '#core/operations/index.ts';
import { networkOf, type Rate } from '#core/rates.ts';
import { classify } from '#db/errors.ts';
import { isId } from '#lib/ids.ts';
import { asPlatform, changeUser, inTenantOf, usersModel } from '../accounts.ts';
import { requireGivable } from '../grants.ts';
import { hashedFirst } from '../hash-first.ts';
import { accountMail } from '../jobs/account-mails.ts';
import { newLink, requireLink, withLink } from '../links.ts';
import { askForMail } from '../mail-requests.ts';
import { accountLink, invitationMail } from '../mails.ts';
import { accountKey, emailAddress, newPassword, oneTimeToken, said, signedIn } from '../schemas.ts';
import { securityEvent } from '../security.ts';
import { requireGoodPassword } from '../set-password.ts';
import { signIn } from '../sign-in.ts';
import { findUser, findUserByEmail } from '../sql/find-user.ts';
import { missingRoles } from '../sql/missing-roles.ts';
import { tenantOf } from '../tenant-of.ts';

const names = {
  firstName: Type.Optional(Type.String({ maxLength: 255 })),
  lastName: Type.Optional(Type.String({ maxLength: 255 })),
};

/** Makes a user on behalf of the platform. */
const createUser = async (context: Context, record: Readonly<Record<string, JsonValue>>): Promise<string> =>
  (await invoke(context, operations.create, usersModel(context), { record })).id;

/** Registrations from one network. */
const registrations: Rate = { name: 'registrations', most: 120, perMs: 60_000 };

/** Makes the user; false when somebody else took the address at this moment. */
async function registered(
  context: Context,
  tenant: Tenant,
  person: Readonly<Record<string, JsonValue>> & { readonly email: string },
): Promise<boolean> {
  try {
    await inTenantOf(context, tenant, async (within) => {
      const userId = await createUser(within, { ...person, roles: [tenant.settings.registrationRole] });
      await securityEvent(within, 'security.registered', { userId, email: person.email });
    });
    return true;
  } catch (error) {
    if (classify(error)?.kind === 'unique') return false;
    throw error;
  }
}

const tellRegistered = (context: Context, tenant: Tenant, email: string): Promise<unknown> =>
  inTenantOf(context, tenant, (within) =>
    context.services.jobs.enqueue(within, accountMail, { kind: 'registered', email }),
  );

const register = defineAction({
  name: 'identity.register',
  summary: 'Registers a new user, where the account allows it',
  routes: [{ method: 'POST', path: '/api/identity/auth/register' }],
  access: 'public',
  status: 202,
  input: Type.Object(
    { email: emailAddress, password: newPassword, ...names, accountKey },
    { additionalProperties: false },
  ),
  output: said,
  async run(context, { email, password, accountKey, ...person }) {
    await context.services.rates.enter(context, registrations, networkOf(context.origin?.ip ?? ''));
    const tenant = await tenantOf(context, accountKey);
    if (tenant?.status === 'suspended') throw suspended();
    if (!tenant?.settings.registrationOpen)
      throw new AppError('forbidden', 'This account does not take registrations; ask its administrator to invite you.');
    const name = [person.firstName, person.lastName].filter(Boolean).join(' ') || null;
    await requireGoodPassword(password, { email, name, accountKey: tenant.accountKey });
    const ready = await hashedFirst(context, password);
    const known = await inTenantOf(context, tenant, (within) => findUserByEmail(within, email));
    const made = !known && (await registered(ready, tenant, { email, password, ...person }));
    // With the same answer as for a new address: the mail tells its owner.
    if (!made) await tellRegistered(context, tenant, email);
    return { body: { message: 'Look into your mail: a link to verify the address is on its way.' } };
  },
});

const verifyEmail = defineAction({
  name: 'identity.verifyEmail',
  summary: 'Verifies an address with the token of the link that was sent to it',
  routes: [{ method: 'POST', path: '/api/identity/auth/verify-email' }],
  access: 'public',
  input: Type.Object({ token: oneTimeToken }, { additionalProperties: false }),
  output: said,
  async run(context, { token }) {
    await withLink(context, token, 'verification', async (within, link) => {
      const user = link.userId === null ? undefined : await findUser(within, link.userId);
      if (!user?.active || user.email.toLowerCase() !== link.email.toLowerCase())
        throw invalid('token', 'invalid_token', 'belongs to an address that is no longer in use');
      await changeUser(within, user.id, { emailVerified: true, emailVerifiedAt: new Date().toISOString() });
      await securityEvent(within, 'security.emailVerified', { userId: user.id, email: user.email });
    });
    return { body: { message: 'The address is verified.' } };
  },
});

const resendVerification = defineAction({
  name: 'identity.resendVerification',
  summary: 'Sends the link to verify an address again, if it belongs to a user who has not done so',
  routes: [{ method: 'POST', path: '/api/identity/auth/resend-verification' }],
  access: 'public',
  input: Type.Object({ email: emailAddress, accountKey }, { additionalProperties: false }),
  output: said,
  async run(context, { email, accountKey }) {
    await askForMail(context, 'verification', email, accountKey);
    return { body: { message: 'If the address waits to be verified, a new link is on its way.' } };
  },
});

const invitationMs = 7 * 86_400_000;

const invitation = Type.Object({
  _id: Type.String({ format: 'uuid' }),
  email: Type.String(),
  roles: Type.Array(Type.String()),
  invitedBy: Type.Union([Type.String({ format: 'uuid' }), Type.Null()]),
  createdAt: Type.String({ format: 'date-time' }),
  expiresAt: Type.String({ format: 'date-time' }),
});

interface Invitation {
  readonly _id: string;
  readonly email: string;
  readonly roles: string[];
  readonly invitedBy: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

const readInvitations = (context: Context, id: string | null): Promise<Invitation[]> =>
  inTransaction(context, ({ tx, caller }) =>
    tx.query<Invitation>(
      `select id as "_id", email, coalesce(roles, '{}') as roles, created_by as "invitedBy", created_at as "createdAt",
        expires_at as "expiresAt"
       from one_time_tokens where tenant_id = $1::bigint and purpose = 'invitation' and expires_at > now()
         and ($2::uuid is null or id = $2::uuid)
       order by created_at desc limit 1000`,
      [caller.tenantId, id],
    ),
  );

const view = ({ createdAt, expiresAt, ...rest }: Invitation) => ({
  ...rest,
  createdAt: createdAt.toISOString(),
  expiresAt: expiresAt.toISOString(),
});

/** Checked as the address of every user is. */
function readEmail(context: Context, email: string): string {
  const field = usersModel(context).fields.get('email') as Field;
  try {
    return String(field.type.check(email, field));
  } catch (error) {
    if (error instanceof Problem) throw invalid('email', error.code, error.message);
    throw error;
  }
}

const invite = defineAction({
  name: 'identity.invite',
  summary: 'Invites somebody by mail; an earlier invitation of the address is void',
  routes: [{ method: 'POST', path: '/api/identity/invitations' }],
  access: 'identity:admin',
  status: 201,
  input: Type.Object(
    { email: emailAddress, roles: Type.Optional(Type.Array(Type.String({ maxLength: 100 }), { maxItems: 50 })) },
    { additionalProperties: false },
  ),
  output: invitation,
  async run(context, { email, roles = ['member'] }) {
    const body = await inTransaction(context, async (within) => {
      const { services, caller, tx } = within;
      const address = readEmail(within, email);
      const missing = await missingRoles(tx, caller.tenantId, roles);
      if (missing.length > 0)
        throw invalid('roles', 'reference_not_found', `names roles that do not exist: ${missing.join(', ')}`);
      await requireGivable(within, { roles });
      if (await findUserByEmail(within, address))
        throw new AppError('conflict', `${address} belongs to a user of this account already.`, [
          { field: 'email', code: 'taken', message: 'email belongs to a user of this account already.' },
        ]);
      const { id, token } = await newLink(within, {
        purpose: 'invitation',
        email: address,
        roles,
        createdBy: caller.userId,
        lifetimeMs: invitationMs,
      });
      const link = accountLink(services.publicUrl(), 'accept-invitation', token);
      const days = invitationMs / 86_400_000;
      const mail = invitationMail({ link, accountKey: caller.accountKey, invitedBy: caller.email ?? '', days });
      await mailTo(within, address, mail);
      await securityEvent(within, 'security.invited', { userId: null, email: address, roles });
      const [made] = await readInvitations(within, id);
      return view(made as Invitation);
    });
    return { body };
  },
});

const listInvitations = defineAction({
  name: 'identity.invitations',
  summary: 'Lists the invitations that are open',
  routes: [{ method: 'GET', path: '/api/identity/invitations' }],
  access: 'identity:admin',
  input: Type.Object({}, { additionalProperties: false }),
  output: Type.Object({ data: Type.Array(invitation) }),
  run: async (context) => ({ body: { data: (await readInvitations(context, null)).map(view) } }),
});

const revokeInvitation = defineAction({
  name: 'identity.revokeInvitation',
  summary: 'Takes an invitation back',
  routes: [{ method: 'DELETE', path: '/api/identity/invitations/:id' }],
  access: 'identity:admin',
  status: 204,
  input: Type.Object({ id: Type.String() }, { additionalProperties: false }),
  output: Type.Null(),
  async run(context, { id }) {
    await inTransaction(context, async (within) => {
      const [gone] = isId(id.toLowerCase())
        ? await within.tx.query<{ email: string }>(
            `delete from one_time_tokens where tenant_id = $1::bigint and purpose = 'invitation' and id = $2::uuid returning email`,
            [within.caller.tenantId, id],
          )
        : [];
      if (!gone) throw notFound(`Invitation ${id}`);
      await securityEvent(within, 'security.invitationRevoked', { userId: null, email: gone.email });
    });
    return { body: null };
  },
});

/** An invitation is worth what its sender may do by now. */
async function requireInviterHolds(context: Writing, inviter: string | null, roles: readonly string[]): Promise<void> {
  const caller =
    inviter === null ? undefined : await context.services.directory.actor(context.caller.tenantId, inviter, context.tx);
  if (caller?.access.reach('identity:admin') !== 'all')
    throw invalid('token', 'invalid_token', 'belongs to an invitation whose sender may no longer invite');
  await requireGivable({ ...context, caller }, { roles });
}

const acceptInvitation = defineAction({
  name: 'identity.acceptInvitation',
  summary: 'Becomes a user with the token of an invitation, and signs in',
  routes: [{ method: 'POST', path: '/api/identity/auth/accept-invitation' }],
  access: 'public',
  rehearsable: false,
  input: Type.Object({ token: oneTimeToken, password: newPassword, ...names }, { additionalProperties: false }),
  output: signedIn,
  async run(context, { token, password, ...person }) {
    await requireLink(context, token, 'invitation');
    const ready = await hashedFirst(context, password);
    const { userId, tenant } = await withLink(ready, token, 'invitation', async (within, link, tenant) => {
      const name = [person.firstName, person.lastName].filter(Boolean).join(' ') || null;
      await requireGoodPassword(password, { email: link.email, name, accountKey: tenant.accountKey });
      // The link went to the address: that verifies it.
      const verified = { emailVerified: true, emailVerifiedAt: new Date().toISOString() };
      const roles = link.roles ?? [];
      await requireInviterHolds(within, link.createdBy, roles);
      const userId = await createUser(asPlatform(within, tenant), {
        email: link.email,
        password,
        ...person,
        roles,
        ...verified,
      });
      await securityEvent(within, 'security.invitationAccepted', {
        userId,
        email: link.email,
        invitedBy: link.createdBy,
      });
      return { userId, tenant };
    });
    return signIn(context, tenant, userId, 'invitation');
  },
});

export const registrationActions = [
  register,
  verifyEmail,
  resendVerification,
  invite,
  listInvitations,
  revokeInvitation,
  acceptInvitation,
];
