import { isDeepStrictEqual } from 'node:util';
import { Access } from '#core/access/access.ts';
import type { TransactionContext } from '#core/context.ts';
import { AppError } from '#core/errors.ts';
import type { JsonValue } from '#core/fields/field.ts';
import { enqueueMail } from '#core/mail/outbox.ts';
import { givenValue, type ModelHooks, type PendingSave, setValue } from '#core/models/hooks.ts';
import type { RecordObject } from '#core/operations/validate.ts';
import { consumeMailQuota } from '../mail/mail-limits.ts';
import { addressChangedMail } from '../mail/mails.ts';
import { sendVerification } from '../mail/send-verification.ts';
import { adminRole } from '../roles/default-roles.ts';
import { appendSecurityEvent } from '../security-events/security-event.ts';
import { endSessionsOfUser } from '../sign-in/sessions.ts';
import { requireGoodPassword } from '../sign-in/set-password.ts';
import { hasOtherAdmin } from '../sql/admins.ts';
import { deleteTokensOfUser } from '../sql/one-time-tokens.ts';
import { requireAuthorityOver, requireGrantable, requireMayImpersonate } from './grants.ts';
import { requireUnrestrictedAdmin } from './unrestricted-admin.ts';

/** The rules of users: who may change whom, that an administrator always exists, and that addresses are verified. */
export const userHooks: ModelHooks = {
  async beforeSave(context, saving) {
    const { previous } = saving;
    const changed = (key: string) => {
      const value = givenValue(saving, key);
      return value !== undefined && !isDeepStrictEqual(value, previous?.[key] ?? null);
    };
    if (!isPlatform(context)) await requireMayChange(context, saving, changed);
    if (previous && (changed('roles') || changed('active'))) await requireOtherAdmin(context, saving, previous);
    if (!previous || changed('email')) markUnverified(context, saving);
    const password = givenValue(saving, 'password');
    if (!previous && typeof password === 'string') {
      const text = (key: string) => String(givenValue(saving, key) ?? '');
      const name = `${text('firstName')} ${text('lastName')}`.trim();
      await requireGoodPassword(password, { email: text('email'), name, accountKey: context.caller.accountKey });
    }
    return undefined;
  },

  async afterSave(context, { previous, record }) {
    const about = { userId: String(record._id), email: String(record.email) };
    if (!previous) {
      if (!record.emailVerified && (await mayMail(context, about.email))) await sendVerification(context, about);
      await appendRolesChanged(context, about, [], record.roles);
      return;
    }
    if (!isDeepStrictEqual(previous.roles, record.roles)) {
      await appendRolesChanged(context, about, previous.roles, record.roles);
      if ((previous.roles as string[] | null)?.includes(adminRole)) await requireUnrestrictedAdmin(context);
    }
    if (record.email !== previous.email) {
      await appendSecurityEvent(context, 'security.emailChanged', { ...about, before: previous.email ?? null });
      // Links that were sent to the old address must not work any more.
      await deleteTokensOfUser(context, about.userId);
      const { accountKey } = context.caller;
      const formerEmail = String(previous.email);
      if (await mayMail(context, formerEmail))
        await enqueueMail(context, formerEmail, addressChangedMail({ accountKey, newEmail: about.email }));
      if (!record.emailVerified && (await mayMail(context, about.email))) await sendVerification(context, about);
    }
    if (record.active === previous.active) return;
    await appendSecurityEvent(context, record.active ? 'security.userActivated' : 'security.userDeactivated', about);
    if (!record.active) await endSessionsOfUser(context, about.userId);
  },
};

/** Limits mails that a user causes by setting addresses of others. The platform itself is not limited. */
const mayMail = async (context: TransactionContext, email: string): Promise<boolean> =>
  context.caller.userId === null || consumeMailQuota(context, 'changed', email);

/** True for the platform itself, and for a user whose password was just checked (see actions/me/change-me.ts). */
const isPlatform = ({ caller }: TransactionContext): boolean =>
  caller.userId === null || caller.access === Access.system;

async function appendRolesChanged(
  context: TransactionContext,
  about: { userId: string; email: string },
  before: JsonValue | undefined,
  after: JsonValue | undefined,
): Promise<void> {
  await appendSecurityEvent(context, 'security.rolesChanged', { ...about, before: before ?? [], after: after ?? [] });
}

/** An admin may change only users who may do no more than the admin. */
async function requireMayChange(
  context: TransactionContext,
  saving: PendingSave,
  changed: (key: string) => boolean,
): Promise<void> {
  const { previous } = saving;
  const before = (previous?.roles ?? []) as string[];
  const roles = (givenValue(saving, 'roles') ?? before) as string[];
  if (previous && ['email', 'roles', 'active'].some(changed)) await requireAuthorityOver(context, before);
  if (!previous) await requireGrantable(context, { roles });
  else if (changed('roles')) {
    const added = roles.filter((role) => !before.includes(role));
    await requireGrantable(context, { roles, added, userId: String(previous._id) });
  }
  if (!previous || !changed('email')) return;
  if (previous._id === context.caller.userId) {
    throw new AppError(
      'forbidden',
      'Your own address is changed with PATCH /api/identity/me, which asks for your password.',
      [{ field: 'email', code: 'password_required', message: 'email needs the current password to be changed.' }],
    );
  }
  await requireMayImpersonate(context, before);
}

/**
 * Marks a new address as unverified until its owner follows the link. A setting of the platform defines the deadline.
 */
function markUnverified({ services }: TransactionContext, saving: PendingSave): void {
  if (givenValue(saving, 'emailVerified') === true) return;
  setValue(saving, 'emailVerified', false);
  setValue(saving, 'emailVerifiedAt', null);
  setValue(saving, 'verificationDueAt', new Date(Date.now() + services.settings.verificationMs).toISOString());
}

/** Throws when the change would leave the account without an active admin. */
async function requireOtherAdmin(
  context: TransactionContext,
  saving: PendingSave,
  previous: RecordObject,
): Promise<void> {
  const isAdmin = (active: JsonValue | undefined, roles: JsonValue | undefined) =>
    active === true && Array.isArray(roles) && roles.includes(adminRole);
  const next = (key: string) => {
    const given = givenValue(saving, key);
    return given === undefined ? previous[key] : given;
  };
  const wasAdmin = isAdmin(previous.active, previous.roles);
  if (!wasAdmin || isAdmin(next('active'), next('roles'))) return;
  if (!(await hasOtherAdmin(context, String(previous._id))))
    throw new AppError('conflict', 'This is the last active admin: make another user an admin first.', [
      {
        field: next('active') === true ? 'roles' : 'active',
        code: 'last_admin',
        message: 'An account needs an active admin.',
      },
    ]);
}
