import { Type } from 'typebox';
import { accountSuspended, type Tenant } from '#core/access/tenants.ts';
import { defineAction } from '#core/action.ts';
import type { Context } from '#core/context.ts';
import { AppError } from '#core/errors.ts';
import type { JsonValue } from '#core/fields/field.ts';
import { networkOf, type Rate } from '#core/limits/rates.ts';
import { classify } from '#db/errors.ts';
import { accountMail } from '../../jobs/account-mail.ts';
import { appendSecurityEvent } from '../../security-events/security-event.ts';
import { hashPasswordFirst } from '../../sign-in/hash-password-first.ts';
import { emailAddress, messageAnswer, newPassword, optionalAccountKey, personNames } from '../../sign-in/schemas.ts';
import { requireGoodPassword } from '../../sign-in/set-password.ts';
import { findUserByEmail } from '../../sql/find-user.ts';
import { inPlatformTransaction } from '../../tenant-context/platform-context.ts';
import { tenantOfRequest } from '../../tenant-context/tenant-of-request.ts';
import { createUser } from '../../users/users.ts';

/** The rate of registrations from one network. */
const registrations: Rate = { name: 'registrations', max: 120, perMs: 60_000 };

export const register = defineAction({
  name: 'identity.register',
  summary: 'Registers a new user, where the account allows it',
  routes: [{ method: 'POST', path: '/api/identity/auth/register' }],
  access: 'public',
  status: 202,
  input: Type.Object(
    { email: emailAddress, password: newPassword, ...personNames, accountKey: optionalAccountKey },
    { additionalProperties: false },
  ),
  output: messageAnswer,
  async run(context, { email, password, accountKey, ...person }) {
    await context.services.rates.enter(context, registrations, networkOf(context.origin?.ip ?? ''));
    const tenant = await tenantOfRequest(context, accountKey);
    if (tenant?.status === 'suspended') throw accountSuspended();
    if (!tenant?.settings.registrationOpen)
      throw new AppError('forbidden', 'This account does not take registrations; ask its administrator to invite you.');
    const name = [person.firstName, person.lastName].filter(Boolean).join(' ') || null;
    await requireGoodPassword(password, { email, name, accountKey: tenant.accountKey });
    const withHash = await hashPasswordFirst(context, password);
    const existing = await inPlatformTransaction(context, tenant, (within) => findUserByEmail(within, email));
    const created = !existing && (await createRegisteredUser(withHash, tenant, { email, password, ...person }));
    // The answer is the same as for a new address. The owner of the address is informed by mail.
    if (!created) await mailAlreadyRegistered(context, tenant, email);
    return { body: { message: 'Look into your mail: a link to verify the address is on its way.' } };
  },
});

/** False when a concurrent request has taken the address. */
async function createRegisteredUser(
  context: Context,
  tenant: Tenant,
  person: Readonly<Record<string, JsonValue>> & { readonly email: string },
): Promise<boolean> {
  try {
    await inPlatformTransaction(context, tenant, async (within) => {
      const userId = await createUser(within, { ...person, roles: [tenant.settings.registrationRole] });
      await appendSecurityEvent(within, 'security.registered', { userId, email: person.email });
    });
    return true;
  } catch (error) {
    if (classify(error)?.kind === 'unique') return false;
    throw error;
  }
}

const mailAlreadyRegistered = (context: Context, tenant: Tenant, email: string): Promise<unknown> =>
  inPlatformTransaction(context, tenant, (within) =>
    context.services.jobs.enqueue(within, accountMail, { kind: 'registered', email }),
  );
