import { widened } from '#core/access/access.ts';
import type { TransactionContext } from '#core/context.ts';
import { AppError } from '#core/errors.ts';
import type { ModelHooks } from '#core/models/hooks.ts';
import { teamPermissions, teamsOfMemberships } from '../sql/teams.ts';

/** The rules of team members. A team opens the records of each member to all who hold a permission for `:team`. */
export const membershipHooks: ModelHooks = {
  // Also one that comes back from the trash, or with its team.
  async afterSave(context, { previous, record }) {
    await requireMayArrange(
      context,
      [record.teamId, previous?.teamId].filter((id) => typeof id === 'string'),
    );
  },

  async beforeRemove(context, ids) {
    await requireMayArrange(context, await teamsOfMemberships(context, ids));
  },
};

/**
 * Who changes the members of a team reaches all that the team opens: the caller holds each scope that a member holds for
 * the team, for all records, and no permission of the caller is narrowed. The latter is for callers who would fill a team
 * first and give one of its members the permission afterwards.
 */
async function requireMayArrange(context: TransactionContext, teamIds: readonly string[]): Promise<void> {
  const { access, userId } = context.caller;
  if (userId === null) return;
  const narrowed = access.narrowed;
  if (narrowed !== undefined) throw outOfReach(narrowed, `you hold ${narrowed}`);
  const missing = (await teamPermissions(context, teamIds)).find((permission) => !access.holds(widened(permission)));
  if (missing !== undefined) throw outOfReach(missing, `a member of this team holds ${missing}`);
}

function outOfReach(permission: string, why: string): AppError {
  const scope = widened(permission);
  return new AppError(
    'forbidden',
    `The members of a team are changed by somebody who holds ${scope} for all records, because a team opens records to its members; ${why}.`,
    [{ field: scope, code: 'missing_scope', message: `The scope ${scope} is missing for records of others.` }],
  );
}
