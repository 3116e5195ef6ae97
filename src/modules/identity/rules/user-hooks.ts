import { isDeepStrictEqual } from 'node:util';
import { Access } from '#core/access/access.ts';
import type { TransactionContext } from '#core/context.ts';
import { AppError } from '#core/errors.ts';
import type { JsonValue } from '#core/fields/field.ts';
import { mailTo } from '#core/jobs/send-mail.ts';
import { givenValue, type ModelHooks, type Saving, setValue } from '#core/models/hooks.ts';
import type { RecordObject } from '#core/operations/validate.ts';
import { takeMail } from '../mail/mail-limits.ts';
import { addressChangedMail } from '../mail/mails.ts';
import { sendVerification } from '../mail/send-verification.ts';
import { securityEvent } from '../security-events/security-event.ts';
import { requireGoodPassword } from '../sign-in/set-password.ts';
import { endSessions } from '../tenants/in-tenant.ts';
import { adminRole } from './default-roles.ts';
import { requireFreeAdmin } from './free-admin.ts';
import { requireAuthorityOver, requireGivable, requireMayBecome } from './grants.ts';

/** The rules of users: who may change what of whom, that there is always an admin, and that addresses are verified. */
export const userHooks: ModelHooks = {
  async beforeSave(context, saving) {
    const { previous } = saving;
    const changed = (key: string) => {
      const value = givenValue(saving, key);
      return value !== undefined && !isDeepStrictEqual(value, previous?.[key] ?? null);
    };
    if (!isPlatform(context)) await requireMayChange(context, saving, changed);
    if (previous && (changed('roles') || changed('active'))) await requireAnAdminStays(context, saving, previous);
    if (!previous || changed('email')) expectVerification(context, saving);
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
      await roleEvent(context, about, [], record.roles);
      return;
    }
    if (!isDeepStrictEqual(previous.roles, record.roles)) {
      await roleEvent(context, about, previous.roles, record.roles);
      if ((previous.roles as string[] | null)?.includes(adminRole)) await requireFreeAdmin(context);
    }
    if (record.email !== previous.email) {
      await securityEvent(context, 'security.emailChanged', { ...about, before: previous.email ?? null });
      // Links that went to the old address no longer open the account.
      await context.tx.query('delete from one_time_tokens where tenant_id = $1::bigint and user_id = $2::uuid', [
        context.caller.tenantId,
        about.userId,
      ]);
      const { accountKey } = context.caller;
      const former = String(previous.email);
      if (await mayMail(context, former))
        await mailTo(context, former, addressChangedMail({ accountKey, newEmail: about.email }));
      if (!record.emailVerified && (await mayMail(context, about.email))) await sendVerification(context, about);
    }
    if (record.active === previous.active) return;
    await securityEvent(context, record.active ? 'security.userActivated' : 'security.userDeactivated', about);
    if (!record.active) await endSessions(context, about.userId);
  },
};

/** An address that is given to users again and again is somebody's mailbox. The platform itself repeats nothing. */
const mayMail = async (context: TransactionContext, email: string): Promise<boolean> =>
  context.caller.userId === null || takeMail(context, 'changed', email);

/** The platform itself, or a user for whom it acts after it has asked for the password. */
const isPlatform = ({ caller }: TransactionContext): boolean =>
  caller.userId === null || caller.access === Access.system;

async function roleEvent(
  context: TransactionContext,
  about: { userId: string; email: string },
  before: JsonValue | undefined,
  after: JsonValue | undefined,
): Promise<void> {
  await securityEvent(context, 'security.rolesChanged', { ...about, before: before ?? [], after: after ?? [] });
}

/** Whoever administers users administers those who may do no more than they may. */
async function requireMayChange(
  context: TransactionContext,
  saving: Saving,
  changed: (key: string) => boolean,
): Promise<void> {
  const { previous } = saving;
  const before = (previous?.roles ?? []) as string[];
  const roles = (givenValue(saving, 'roles') ?? before) as string[];
  if (previous && ['email', 'roles', 'active'].some(changed)) await requireAuthorityOver(context, before);
  if (!previous) await requireGivable(context, { roles });
  else if (changed('roles')) {
    const added = roles.filter((role) => !before.includes(role));
    await requireGivable(context, { roles, added, userId: String(previous._id) });
  }
  if (!previous || !changed('email')) return;
  if (previous._id === context.caller.userId) {
    throw new AppError(
      'forbidden',
      'Your own address is changed with PATCH /api/identity/me, which asks for your password.',
      [{ field: 'email', code: 'password_required', message: 'email needs the current password to be changed.' }],
    );
  }
  await requireMayBecome(context, before);
}

/** An address counts when its owner has followed a link; until when, is the platform's to say. */
function expectVerification({ services }: TransactionContext, saving: Saving): void {
  if (givenValue(saving, 'emailVerified') === true) return;
  setValue(saving, 'emailVerified', false);
  setValue(saving, 'emailVerifiedAt', null);
  setValue(saving, 'verificationDueAt', new Date(Date.now() + services.settings.verificationMs).toISOString());
}

/** Two who demote each other at the same moment take turns here. */
async function requireAnAdminStays(
  { tx, caller }: TransactionContext,
  saving: Saving,
  previous: RecordObject,
): Promise<void> {
  const isAdmin = (active: JsonValue | undefined, roles: JsonValue | undefined) =>
    active === true && Array.isArray(roles) && roles.includes(adminRole);
  const next = (key: string) => {
    const given = givenValue(saving, key);
    return given === undefined ? previous[key] : given;
  };
  const before = isAdmin(previous.active, previous.roles);
  const after = isAdmin(next('active'), next('roles'));
  if (!before || after) return;
  await tx.query('select pg_advisory_xact_lock(hashtextextended($1::text, 4710006))', [caller.tenantId]);
  const [others] = await tx.query<{ any: boolean }>(
    `select exists (select from identity_users
       where tenant_id = $1::bigint and id <> $2::uuid and active and $3::text = any(roles)
         and (email_verified or verification_due_at is null or verification_due_at > now())) as any`,
    [caller.tenantId, previous._id, adminRole],
  );
  if (!others?.any)
    throw new AppError('conflict', 'This is the last active admin: make another user an admin first.', [
      {
        field: next('active') === true ? 'roles' : 'active',
        code: 'last_admin',
        message: 'An account needs an active admin.',
      },
    ]);
}
