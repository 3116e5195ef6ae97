import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { inTransaction } from '#core/context.ts';
import { AppError } from '#core/errors.ts';
import { accountMail } from '../../jobs/account-mail.ts';
import { requireAuthorityOver } from '../../rules/grants.ts';
import { appendSecurityEvent } from '../../security-events/security-event.ts';
import { clearFailures, targetOf } from '../../sign-in/attempts.ts';
import { messageAnswer } from '../../sign-in/schemas.ts';
import { findUser } from '../../sql/find-user.ts';

export const sendResetLink = defineAction({
  name: 'identity.sendResetLink',
  summary: 'Sends a user a link to choose a new password, and ends a lock',
  routes: [{ method: 'POST', path: '/api/identity/users/:id/send-reset' }],
  access: 'identity:admin',
  status: 202,
  input: Type.Object({ id: Type.String({ format: 'uuid' }) }, { additionalProperties: false }),
  output: messageAnswer,
  async run(context, { id }) {
    await inTransaction(context, async (within) => {
      const user = await findUser(within, id);
      if (!user?.active) throw new AppError('not_found', `User ${id} was not found, or is not active.`);
      await requireAuthorityOver(within, user.roles);
      const { tenantId, accountKey } = within.caller;
      const about = { userId: user.id, email: user.email };
      if (await clearFailures(within, targetOf(tenantId, accountKey, user.email)))
        await appendSecurityEvent(within, 'security.unlocked', about);
      await within.services.jobs.enqueue(within, accountMail, { kind: 'reset', email: user.email, byAdmin: true });
    });
    return { body: { message: 'A link to choose a new password is on its way.' } };
  },
});
