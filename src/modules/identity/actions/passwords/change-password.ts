import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { inTransaction } from '#core/context.ts';
import { AppError } from '#core/errors.ts';
import { appendSecurityEvent } from '../../security-events/security-event.ts';
import { requireCurrentPassword } from '../../sign-in/current-password.ts';
import { hashPasswordFirst } from '../../sign-in/hash-password-first.ts';
import { messageAnswer, newPassword } from '../../sign-in/schemas.ts';
import { setPassword } from '../../sign-in/set-password.ts';
import { findUser } from '../../sql/find-user.ts';

export const changePassword = defineAction({
  name: 'identity.changePassword',
  summary: 'Changes the caller’s password; the other sessions of the user end',
  routes: [{ method: 'POST', path: '/api/identity/auth/change-password' }],
  access: 'signed-in',
  managesCredentials: true,
  dryRunAllowed: false,
  input: Type.Object(
    { currentPassword: Type.String({ maxLength: 1000 }), password: newPassword },
    { additionalProperties: false },
  ),
  output: messageAnswer,
  async run(context, { currentPassword, password }) {
    await requireCurrentPassword(context, currentPassword);
    const { sessionId, userId } = context.caller;
    await inTransaction(await hashPasswordFirst(context, password), async (within) => {
      const user = await findUser(within, String(userId));
      if (!user) throw new AppError('unauthenticated', 'This user is no longer there.');
      await setPassword(within, user, password, sessionId === undefined ? {} : { keepSession: sessionId });
      await appendSecurityEvent(within, 'security.passwordChanged', { userId: user.id, email: user.email });
    });
    return { body: { message: 'The password was changed; other sessions have ended.' } };
  },
});
