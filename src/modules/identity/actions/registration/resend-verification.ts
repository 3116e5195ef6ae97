import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { requestMail } from '../../mail/requests/mail-requests.ts';
import { emailAddress, messageAnswer, optionalAccountKey } from '../../sign-in/schemas.ts';

export const resendVerification = defineAction({
  name: 'identity.resendVerification',
  summary: 'Sends the link to verify an address again, if it belongs to a user who has not done so',
  routes: [{ method: 'POST', path: '/api/identity/auth/resend-verification' }],
  access: 'public',
  input: Type.Object({ email: emailAddress, accountKey: optionalAccountKey }, { additionalProperties: false }),
  output: messageAnswer,
  async run(context, { email, accountKey }) {
    await requestMail(context, 'verification', email, accountKey);
    return { body: { message: 'If the address waits to be verified, a new link is on its way.' } };
  },
});
