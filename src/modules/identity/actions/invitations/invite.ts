import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { type Context, inTransaction, type TransactionContext } from '#core/context.ts';
import { AppError, invalid } from '#core/errors.ts';
import { type Field, Problem } from '#core/fields/field.ts';
import { invitationAnswer, viewInvitation } from '../../invitations/invitation.ts';
import { sendInvitation } from '../../invitations/send-invitation.ts';
import { requireGrantable } from '../../rules/grants.ts';
import { requireMayChangeMembers } from '../../rules/team-hooks.ts';
import { appendSecurityEvent } from '../../security-events/security-event.ts';
import { emailAddress } from '../../sign-in/schemas.ts';
import { findUserByEmail } from '../../sql/find-user.ts';
import { type Invitation, openInvitations } from '../../sql/invitations.ts';
import { missingRoles } from '../../sql/roles.ts';
import { existingTeams } from '../../sql/teams.ts';
import { usersModel } from '../../users/users.ts';

export const invite = defineAction({
  name: 'identity.invite',
  summary:
    'Invites somebody by mail; an earlier invitation of the address is void, or, when its mail was sent within ten minutes or is the fifth of a day, renewed without another mail',
  routes: [{ method: 'POST', path: '/api/identity/invitations' }],
  access: 'identity:admin',
  status: 201,
  input: Type.Object(
    {
      email: emailAddress,
      roles: Type.Optional(Type.Array(Type.String({ maxLength: 100 }), { maxItems: 50 })),
      teamIds: Type.Optional(
        Type.Array(Type.String({ format: 'uuid' }), {
          maxItems: 50,
          description: 'Teams that the person joins with the acceptance.',
        }),
      ),
    },
    { additionalProperties: false },
  ),
  output: invitationAnswer,
  async run(context, { email: givenEmail, roles = ['member'], teamIds: givenTeamIds = [] }) {
    const body = await inTransaction(context, async (within) => {
      const { caller, tx } = within;
      const email = checkEmail(within, givenEmail);
      const missing = await missingRoles(tx, caller.tenantId, roles);
      if (missing.length > 0)
        throw invalid('roles', 'reference_not_found', `names roles that do not exist: ${missing.join(', ')}`);
      await requireGrantable(within, { roles });
      const teamIds = [...new Set(givenTeamIds)];
      if (teamIds.length > 0) await requireTeams(within, teamIds);
      if (await findUserByEmail(within, email))
        throw new AppError('conflict', `${email} belongs to a user of this account already.`, [
          { field: 'email', code: 'taken', message: 'email belongs to a user of this account already.' },
        ]);
      const id = await sendInvitation(within, { email, roles, teamIds });
      await appendSecurityEvent(within, 'security.invited', { userId: null, email, roles });
      const [created] = await openInvitations(within, id);
      return viewInvitation(created as Invitation);
    });
    return { body };
  },
});

async function requireTeams(context: TransactionContext, teamIds: readonly string[]): Promise<void> {
  const known = await existingTeams(context, teamIds);
  const missing = teamIds.filter((id) => !known.includes(id));
  if (missing.length > 0)
    throw invalid('teamIds', 'reference_not_found', `names teams that do not exist: ${missing.join(', ')}`);
  await requireMayChangeMembers(context, teamIds);
}

/** Checks the address like the email field of users. */
function checkEmail(context: Context, email: string): string {
  const field = usersModel(context).fields.get('email') as Field;
  try {
    return String(field.type.check(email, field));
  } catch (error) {
    if (error instanceof Problem) throw invalid('email', error.code, error.message);
    throw error;
  }
}
