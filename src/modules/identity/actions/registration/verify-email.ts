import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { invalid } from '#core/errors.ts';
import { consumeLink } from '../../mail/links.ts';
import { appendSecurityEvent } from '../../security-events/security-event.ts';
import { messageAnswer, oneTimeToken } from '../../sign-in/schemas.ts';
import { findUser } from '../../sql/find-user.ts';
import { updateUserAsPlatform } from '../../users/users.ts';

export const verifyEmail = defineAction({
  name: 'identity.verifyEmail',
  summary: 'Verifies an address with the token of the link that was sent to it',
  routes: [{ method: 'POST', path: '/api/identity/auth/verify-email' }],
  access: 'public',
  input: Type.Object({ token: oneTimeToken }, { additionalProperties: false }),
  output: messageAnswer,
  async run(context, { token }) {
    await consumeLink(context, token, 'verification', async (within, link) => {
      const user = link.userId === null ? undefined : await findUser(within, link.userId);
      if (!user?.active || user.email.toLowerCase() !== link.email.toLowerCase())
        throw invalid('token', 'invalid_token', 'belongs to an address that is no longer in use');
      const verification = { emailVerified: true, emailVerifiedAt: new Date().toISOString() };
      await updateUserAsPlatform(within, user.id, verification);
      await appendSecurityEvent(within, 'security.emailVerified', { userId: user.id, email: user.email });
    });
    return { body: { message: 'The address is verified.' } };
  },
});
