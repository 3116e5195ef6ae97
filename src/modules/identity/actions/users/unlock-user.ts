import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { inTransaction } from '#core/context.ts';
import { notFound } from '#core/errors.ts';
import { requireAuthorityOver } from '../../rules/grants.ts';
import { appendSecurityEvent } from '../../security-events/security-event.ts';
import { clearFailures, targetOf } from '../../sign-in/attempts.ts';
import { findUser } from '../../sql/find-user.ts';

export const unlockUser = defineAction({
  name: 'identity.unlockUser',
  summary: 'Ends the lock that failed sign-ins have put on a user, and clears those failures',
  routes: [{ method: 'POST', path: '/api/identity/users/:id/unlock' }],
  access: 'identity:admin',
  input: Type.Object({ id: Type.String({ format: 'uuid' }) }, { additionalProperties: false }),
  output: Type.Object({
    unlocked: Type.Boolean({ description: 'False when there were no failures to clear; that is no error.' }),
  }),
  async run(context, { id }) {
    const unlocked = await inTransaction(context, async (within) => {
      const user = await findUser(within, id);
      if (!user) throw notFound(`User ${id}`);
      await requireAuthorityOver(within, user.roles);
      const { tenantId, accountKey } = within.caller;
      const cleared = await clearFailures(within, targetOf(tenantId, accountKey, user.email));
      if (cleared) await appendSecurityEvent(within, 'security.unlocked', { userId: user.id, email: user.email });
      return cleared;
    });
    return { body: { unlocked } };
  },
});
