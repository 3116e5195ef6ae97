import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { inTransaction, type TransactionContext } from '#core/context.ts';
import { AppError, notFound } from '#core/errors.ts';
import { isId } from '#lib/ids.ts';
import { requireSignedInUser } from '../../oauth/signed-in-user.ts';
import { appendSecurityEvent } from '../../security-events/security-event.ts';
import { deleteIdentity, identitiesOfUser, lockUserHasPassword } from '../../sql/user-identities.ts';

export const unlinkIdentity = defineAction({
  name: 'identity.unlinkIdentity',
  summary: 'Unlinks an identity from you; not the last one of a user without a password',
  routes: [{ method: 'DELETE', path: '/api/identity/identities/:id' }],
  access: 'signed-in',
  managesCredentials: true,
  status: 204,
  input: Type.Object({ id: Type.String({ maxLength: 100 }) }, { additionalProperties: false }),
  output: Type.Null(),
  async run(context, { id }) {
    const { userId } = requireSignedInUser(context);
    if (!isId(id)) throw new AppError('not_found', `The identity ${id} was not found.`);
    await inTransaction(context, (within) => unlink(within, userId, id));
    return { body: null };
  },
});

async function unlink(context: TransactionContext, userId: string, id: string): Promise<void> {
  const hasPassword = await lockUserHasPassword(context, userId);
  const identities = await identitiesOfUser(context, userId);
  const identity = identities.find(({ _id }) => _id === id);
  if (hasPassword === undefined || !identity) throw notFound(`The identity ${id}`);
  if (!hasPassword && identities.length === 1) {
    throw new AppError(
      'conflict',
      'This is the only way that you can sign in: set a password or link another identity first.',
    );
  }
  await deleteIdentity(context, id);
  const { provider, issuer, email } = identity;
  await appendSecurityEvent(context, 'security.identityUnlinked', { userId, email, provider, issuer });
}
