import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { requestMail } from '../../mail/requests/mail-requests.ts';
import { emailAddress, messageAnswer, optionalAccountKey } from '../../sign-in/schemas.ts';

export const forgotPassword = defineAction({
  name: 'identity.forgotPassword',
  summary: 'Sends a link to choose a new password, if the address belongs to a user',
  routes: [{ method: 'POST', path: '/api/identity/auth/forgot-password' }],
  access: 'public',
  input: Type.Object({ email: emailAddress, accountKey: optionalAccountKey }, { additionalProperties: false }),
  output: messageAnswer,
  async run(context, { email, accountKey }) {
    await requestMail(context, 'reset', email, accountKey);
    return { body: { message: 'If the address belongs to a user, a link to choose a new password is on its way.' } };
  },
});
