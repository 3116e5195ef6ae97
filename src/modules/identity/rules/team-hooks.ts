import { widened } from '#core/access/access.ts';
import type { TransactionContext } from '#core/context.ts';
import { AppError } from '#core/errors.ts';
import type { ModelHooks } from '#core/models/hooks.ts';
import { teamPermissions, teamsOfMemberships } from '../sql/teams.ts';

/** The rules of team members. A `:team` permission opens the records of all members of the team to its holder. */
export const membershipHooks: ModelHooks = {
  // This runs after the save, because restoring a membership from the trash, alone or with its team, calls only this hook.
  async afterSave(context, { previous, record }) {
    await requireMayChangeMembers(
      context,
      [record.teamId, previous?.teamId].filter((id) => typeof id === 'string'),
    );
  },

  async beforeRemove(context, ids) {
    await requireMayChangeMembers(context, await teamsOfMemberships(context, ids));
  },
};

/**
 * The caller must hold every `:team` permission of the members for all records, and no permission of the caller may be limited
 * to own or team records. The second rule stops a caller who adds members first and grants one of them a permission
 * afterwards.
 */
export async function requireMayChangeMembers(context: TransactionContext, teamIds: readonly string[]): Promise<void> {
  const { access, userId } = context.caller;
  if (userId === null) return;
  const narrowed = access.narrowed;
  if (narrowed !== undefined) throw missingReach(narrowed, `you hold ${narrowed}`);
  const missing = (await teamPermissions(context, teamIds)).find((permission) => !access.holds(widened(permission)));
  if (missing !== undefined) throw missingReach(missing, `a member of this team holds ${missing}`);
}

function missingReach(permission: string, why: string): AppError {
  const scope = widened(permission);
  return new AppError(
    'forbidden',
    `The members of a team are changed by somebody who holds ${scope} for all records, because a team opens records to its members; ${why}.`,
    [{ field: scope, code: 'missing_scope', message: `The scope ${scope} is missing for records of others.` }],
  );
}
