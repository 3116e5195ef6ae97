import { Type } from 'typebox';
import { suspended, type Tenant } from '#core/access/directory.ts';
import { defineAction } from '#core/action.ts';
import type { Context } from '#core/context.ts';
import { AppError, invalid } from '#core/errors.ts';
import type { JsonValue } from '#core/fields/field.ts';
import { networkOf, type Rate } from '#core/limits/rates.ts';
import { classify } from '#db/errors.ts';
import { accountMail } from '../../jobs/account-mail.ts';
import { askForMail } from '../../mail/mail-requests.ts';
import { securityEvent } from '../../security-events/security-event.ts';
import { hashedFirst } from '../../sign-in/hash-first.ts';
import { withLink } from '../../sign-in/links.ts';
import { accountKey, emailAddress, newPassword, oneTimeToken, personNames, said } from '../../sign-in/schemas.ts';
import { requireGoodPassword } from '../../sign-in/set-password.ts';
import { findUser, findUserByEmail } from '../../sql/find-user.ts';
import { changeUser, createUser, inTenantOf } from '../../tenants/in-tenant.ts';
import { tenantOf } from '../../tenants/tenant-of.ts';

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
    { email: emailAddress, password: newPassword, ...personNames, accountKey },
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

export const registrationActions = [register, verifyEmail, resendVerification];
