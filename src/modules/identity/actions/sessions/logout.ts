import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { inTransaction } from '#core/context.ts';
import { appendSecurityEvent } from '../../security-events/security-event.ts';
import { endSession } from '../../sign-in/sessions.ts';

export const logout = defineAction({
  name: 'identity.logout',
  summary: 'Ends the session of this request',
  routes: [{ method: 'POST', path: '/api/identity/auth/logout' }],
  access: 'signed-in',
  dryRunAllowed: false,
  status: 204,
  input: Type.Object({}, { additionalProperties: false }),
  output: Type.Null(),
  async run(context) {
    const { sessionId, userId, email } = context.caller;
    // An API key has no session; it is deleted instead.
    if (sessionId !== undefined && userId !== null) {
      await inTransaction(context, async (within) => {
        await endSession(within, sessionId, userId);
        await appendSecurityEvent(within, 'security.signedOut', { userId, email, sessionId });
      });
    }
    return { body: null, sessionToken: null };
  },
});
