import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import type { TransactionContext } from '#core/context.ts';
import { invalid } from '#core/errors.ts';
import type { Model } from '#core/models/model.ts';
import { invoke, operations } from '#core/operations/index.ts';
import { consumeLink, requireValidLink } from '../../mail/links.ts';
import { appendSecurityEvent } from '../../security-events/security-event.ts';
import { hashPasswordFirst } from '../../sign-in/hash-password-first.ts';
import { messageAnswer, newPassword, oneTimeToken } from '../../sign-in/schemas.ts';
import { setPassword } from '../../sign-in/set-password.ts';
import { keysOfUser } from '../../sql/api-keys.ts';
import { findUser } from '../../sql/find-user.ts';
import { deleteIdentitiesOfUser } from '../../sql/user-identities.ts';

export const resetPassword = defineAction({
  name: 'identity.resetPassword',
  summary: 'Chooses a new password with the token of a reset link; every session of the user ends',
  routes: [{ method: 'POST', path: '/api/identity/auth/reset-password' }],
  access: 'public',
  input: Type.Object({ token: oneTimeToken, password: newPassword }, { additionalProperties: false }),
  output: messageAnswer,
  async run(context, { token, password }) {
    await requireValidLink(context, token, 'reset');
    await consumeLink(await hashPasswordFirst(context, password), token, 'reset', async (within, link) => {
      const user = link.userId === null ? undefined : await findUser(within, link.userId);
      if (!user?.active) throw invalid('token', 'invalid_token', 'belongs to a user who is not active');
      // Following a link that was sent to the address verifies it.
      const verified = user.email.toLowerCase() === link.email.toLowerCase();
      // Somebody else may have registered with this address: they must not keep another way to sign in.
      if (verified && !user.verified) await deleteOtherCredentials(within, user.id);
      await setPassword(within, user, password, { verified });
      await appendSecurityEvent(within, 'security.passwordReset', { userId: user.id, email: user.email });
    });
    return { body: { message: 'The password was changed; sign in with it.' } };
  },
});

async function deleteOtherCredentials(context: TransactionContext, userId: string): Promise<void> {
  await deleteIdentitiesOfUser(context, userId);
  const model = context.registry.find('identity', 'apiKeys') as Model;
  for (const id of await keysOfUser(context, userId)) await invoke(context, operations.remove, model, { id });
}
