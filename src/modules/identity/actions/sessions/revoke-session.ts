import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { inTransaction } from '#core/context.ts';
import { notFound } from '#core/errors.ts';
import { isId } from '#lib/ids.ts';
import { requireAuthorityOver } from '../../rules/grants.ts';
import { appendSecurityEvent } from '../../security-events/security-event.ts';
import { endSession } from '../../sign-in/sessions.ts';
import { findSessionOwner } from '../../sql/sessions.ts';

export const revokeSession = defineAction({
  name: 'identity.revokeSession',
  summary: 'Ends a session: the caller’s own, or with identity:admin anybody’s',
  routes: [{ method: 'DELETE', path: '/api/identity/sessions/:id' }],
  access: 'signed-in',
  managesCredentials: true,
  status: 204,
  input: Type.Object({ id: Type.String() }, { additionalProperties: false }),
  output: Type.Null(),
  async run(context, { id }) {
    await inTransaction(context, async (within) => {
      const { caller } = within;
      const sessionId = id.toLowerCase();
      const owner = isId(sessionId) ? await findSessionOwner(within, sessionId) : undefined;
      const isOwn = owner?.userId === caller.userId;
      // The answer to callers who may not end the session is the same as for a session that does not exist.
      if (!owner || (!isOwn && caller.access.reach('identity:admin') !== 'all')) throw notFound(`Session ${id}`);
      if (!isOwn) await requireAuthorityOver(within, owner.roles);
      await endSession(within, sessionId, owner.userId);
      const { userId, email } = owner;
      await appendSecurityEvent(within, 'security.sessionRevoked', { userId, email, sessionId });
    });
    return { body: null };
  },
});
