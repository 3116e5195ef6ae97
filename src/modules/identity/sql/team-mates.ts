import { type Context, queryable } from '#core/context.ts';
import { membersOf, teamsOf } from '#core/query/rows.ts';
import { Params, scoped } from '#db/params.ts';

/** A longer list of team mates is omitted: the answer would become large, and the client can ask the server instead. */
const maxTeamMates = 5000;

interface TeamMates {
  readonly teamIds: string[];
  /** The caller and the members of the caller's teams; null above the maximum. */
  readonly teamMateIds: string[] | null;
}

/** The teams of the caller, and with `withMates` also their members. */
export async function teamMatesOfCaller(context: Context, withMates: boolean): Promise<TeamMates> {
  const params = new Params(context.caller.tenantId);
  const user = params.add(context.caller.userId, 'uuid');
  const mates = withMates
    ? `array(select m.id from (${membersOf(user)}) m(id) limit ${maxTeamMates + 1})`
    : `array[]::uuid[]`;
  const [row] = await queryable(context).query<{ teams: string[]; mates: string[] }>(
    `select r.teams, r.mates from ${scoped('r', `select array(${teamsOf(user)}) as teams, ${mates} as mates`)}`,
    params.values,
  );
  const { teams = [], mates: found = [] } = row ?? {};
  return { teamIds: teams, teamMateIds: found.length > maxTeamMates ? null : found };
}
