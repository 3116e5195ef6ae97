import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { type Context, inTransaction, type TransactionContext } from '#core/context.ts';
import { AppError, invalid, notFound } from '#core/errors.ts';
import { type Field, Problem } from '#core/fields/field.ts';
import { mailTo } from '#core/jobs/send-mail.ts';
import { isId } from '#lib/ids.ts';
import { takeMail } from '../../mail/mail-limits.ts';
import { accountLink, invitationMail } from '../../mail/mails.ts';
import { requireGivable } from '../../rules/grants.ts';
import { securityEvent } from '../../security-events/security-event.ts';
import { hashedFirst } from '../../sign-in/hash-first.ts';
import { newLink, renewLink, requireLink, withLink } from '../../sign-in/links.ts';
import { emailAddress, newPassword, oneTimeToken, personNames, signedIn } from '../../sign-in/schemas.ts';
import { requireGoodPassword } from '../../sign-in/set-password.ts';
import { signIn } from '../../sign-in/sign-in.ts';
import { findUserByEmail } from '../../sql/find-user.ts';
import { missingRoles } from '../../sql/missing-roles.ts';
import { asPlatform, createUser, usersModel } from '../../tenants/in-tenant.ts';

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

/** Sends the link, unless the address had enough mails of ours: then the one that it has is good for the new roles. */
async function sendInvitation(context: TransactionContext, email: string, roles: readonly string[]): Promise<string> {
  const { services, caller } = context;
  const wanted = { purpose: 'invitation', email, roles, createdBy: caller.userId, lifetimeMs: invitationMs } as const;
  if (!(await takeMail(context, 'invitation', email))) {
    const renewed = await renewLink(context, wanted);
    if (renewed !== undefined) return renewed;
    const message = `${email} had an invitation within ten minutes, or five within a day, of which none is open; invite it later.`;
    throw new AppError('rate_limited', message, [{ field: 'email', code: 'rate_limited', message }], {
      'retry-after': '600',
    });
  }
  const { id, token } = await newLink(context, wanted);
  const link = accountLink(services.publicUrl(), 'accept-invitation', token);
  const days = invitationMs / 86_400_000;
  await mailTo(
    context,
    email,
    invitationMail({ link, accountKey: caller.accountKey, invitedBy: caller.email ?? '', days }),
  );
  return id;
}

const invite = defineAction({
  name: 'identity.invite',
  summary:
    'Invites somebody by mail; an earlier invitation of the address is void, or, when its mail was sent within ten minutes or is the fifth of a day, renewed without another mail',
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
      const { caller, tx } = within;
      const address = readEmail(within, email);
      const missing = await missingRoles(tx, caller.tenantId, roles);
      if (missing.length > 0)
        throw invalid('roles', 'reference_not_found', `names roles that do not exist: ${missing.join(', ')}`);
      await requireGivable(within, { roles });
      if (await findUserByEmail(within, address))
        throw new AppError('conflict', `${address} belongs to a user of this account already.`, [
          { field: 'email', code: 'taken', message: 'email belongs to a user of this account already.' },
        ]);
      const id = await sendInvitation(within, address, roles);
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
async function requireInviterHolds(
  context: TransactionContext,
  inviter: string | null,
  roles: readonly string[],
): Promise<void> {
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
  dryRunAllowed: false,
  input: Type.Object({ token: oneTimeToken, password: newPassword, ...personNames }, { additionalProperties: false }),
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

export const invitationActions = [invite, listInvitations, revokeInvitation, acceptInvitation];
