import { Type } from 'typebox';
import type { Caller } from '#core/access/caller.ts';
import { defineAction } from '#core/action.ts';
import type { TransactionContext } from '#core/context.ts';
import { invalid } from '#core/errors.ts';
import { invoke, operations } from '#core/operations/index.ts';
import { consumeLink, requireValidLink } from '../../mail/links.ts';
import { requireGrantable } from '../../rules/grants.ts';
import { appendSecurityEvent } from '../../security-events/security-event.ts';
import { hashPasswordFirst } from '../../sign-in/hash-password-first.ts';
import { newPassword, oneTimeToken, personNames, signedInAnswer } from '../../sign-in/schemas.ts';
import { requireGoodPassword } from '../../sign-in/set-password.ts';
import { signIn } from '../../sign-in/sign-in.ts';
import { existingTeams } from '../../sql/teams.ts';
import { asPlatformIn } from '../../tenant-context/platform-context.ts';
import { createUser } from '../../users/users.ts';

export const acceptInvitation = defineAction({
  name: 'identity.acceptInvitation',
  summary: 'Becomes a user with the token of an invitation, and signs in',
  routes: [{ method: 'POST', path: '/api/identity/auth/accept-invitation' }],
  access: 'public',
  dryRunAllowed: false,
  input: Type.Object({ token: oneTimeToken, password: newPassword, ...personNames }, { additionalProperties: false }),
  output: signedInAnswer,
  async run(context, { token, password, ...person }) {
    await requireValidLink(context, token, 'invitation');
    const withHash = await hashPasswordFirst(context, password);
    const { userId, tenant } = await consumeLink(withHash, token, 'invitation', async (within, link, tenant) => {
      const { email, createdBy: invitedBy } = link;
      const name = [person.firstName, person.lastName].filter(Boolean).join(' ') || null;
      await requireGoodPassword(password, { email, name, accountKey: tenant.accountKey });
      // Following a link that was sent to the address verifies it.
      const verification = { emailVerified: true, emailVerifiedAt: new Date().toISOString() };
      const roles = link.roles ?? [];
      const inviter = await requireInviterMayGrant(within, invitedBy, roles);
      const record = { email, password, ...person, roles, ...verification };
      const userId = await createUser(asPlatformIn(within, tenant), record);
      await joinTeams({ ...within, caller: inviter }, userId, link.teamIds ?? []);
      await appendSecurityEvent(within, 'security.invitationAccepted', { userId, email, invitedBy });
      return { userId, tenant };
    });
    return signIn(context, tenant, userId, 'invitation');
  },
});

/** Checks the inviter's permissions again: they may have changed since the invitation. */
async function requireInviterMayGrant(
  context: TransactionContext,
  inviterId: string | null,
  roles: readonly string[],
): Promise<Caller> {
  const { services, caller, tx } = context;
  const inviter = inviterId === null ? undefined : await services.directory.actor(caller.tenantId, inviterId, tx);
  if (inviter?.access.reach('identity:admin') !== 'all')
    throw invalid('token', 'invalid_token', 'belongs to an invitation whose sender may no longer invite');
  await requireGrantable({ ...context, caller: inviter }, { roles });
  return inviter;
}

/**
 * Adds the new user to teams as the inviter, whose permissions are checked again. Teams that were deleted meanwhile are
 * skipped.
 */
async function joinTeams(context: TransactionContext, userId: string, teamIds: readonly string[]): Promise<void> {
  const model = context.registry.find('identity', 'teamUsers');
  if (!model) throw new Error('identity.teamUsers is missing');
  for (const teamId of await existingTeams(context, teamIds))
    await invoke(context, operations.create, model, { record: { teamId, userId } });
}
