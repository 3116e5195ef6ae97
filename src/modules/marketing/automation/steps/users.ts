import type { Caller } from '#core/access/caller.ts';
import { type Context, queryable, type TransactionContext } from '#core/context.ts';
import { isId } from '#lib/ids.ts';
import { isJsonObject } from '#lib/json.ts';
import type { JsonObject } from '../definition/definition.ts';
import { optionalId, requireKnown } from '../definition/read-config.ts';
import { StepProblem } from '../definition/reading.ts';
import { countOwned, takeTurns, teamMembers } from '../sql/team-turns.ts';
import type { Enrolled, StepRun } from './step-type.ts';

/** Who is meant: a user, the owner of the record or of the workflow, or the members of a team. */
export type Users =
  | { readonly kind: 'user'; readonly userId: string }
  | { readonly kind: 'recordOwner' | 'workflowOwner' }
  | { readonly kind: 'team'; readonly teamId: string; readonly method: Method };

type Method = (typeof methods)[number];

const methods = ['roundRobin', 'leastBusy'] as const;

/** Reads `"owner"`, `"workflowOwner"`, the id of a user, `{"userId"}`, or `{"teamId", "method"}`. */
export function readUsers(value: unknown, part: string): Users {
  if (value === undefined || value === null || value === '' || value === 'owner') return { kind: 'recordOwner' };
  if (value === 'workflowOwner') return { kind: 'workflowOwner' };
  if (typeof value === 'string' && isId(value)) return { kind: 'user', userId: value.toLowerCase() };
  if (isJsonObject(value)) return readUsersObject(value as JsonObject, `${part}.`);
  throw new StepProblem(part, 'invalid_value', 'must be owner, workflowOwner, the id of a user, or {"teamId": "…"}');
}

export function readUsersObject(config: JsonObject, at = ''): Users {
  requireKnown(config, ['userId', 'teamId', 'method'], at);
  const userId = optionalId(config, 'userId');
  if (userId !== undefined) return { kind: 'user', userId };
  const teamId = optionalId(config, 'teamId');
  if (teamId === undefined) throw new StepProblem(`${at}userId`, 'required', 'is required, or teamId');
  const method = config.method ?? 'roundRobin';
  if (!methods.some((one) => one === method))
    throw new StepProblem(`${at}method`, 'invalid_value', `must be ${methods.join(' or ')}`);
  return { kind: 'team', teamId, method: method as Method };
}

/** Refuses users and teams that do not exist, when the workflow is activated. */
export async function checkUsers(context: Context, users: Users, part: string): Promise<void> {
  if (users.kind === 'user' && !(await activeUser(context, users.userId)))
    throw new StepProblem(part, 'reference_not_found', 'is not an active user');
  if (users.kind === 'team' && (await membersOfTeam(context, users.teamId)).length === 0)
    throw new StepProblem(part, 'reference_not_found', 'is not a team with active members');
}

const activeUser = async ({ services, caller }: Context, id: string): Promise<Caller | undefined> =>
  (await services.directory.actors(caller.tenantId, [id])).get(id);

async function membersOfTeam(context: Context, teamId: string): Promise<string[]> {
  const { services, caller } = context;
  const ids = await teamMembers(queryable(context), caller.tenantId, teamId);
  const active = await services.directory.actors(caller.tenantId, ids);
  return ids.filter((id) => active.has(id));
}

/** One user for each record; undefined when there is nobody. Teams take turns, which are counted in the transaction. */
export async function chooseUsers(
  run: StepRun & { readonly context: TransactionContext },
  users: Users,
): Promise<(string | undefined)[]> {
  const { context, rows, workflowId, step, model } = run;
  if (users.kind !== 'team') {
    const chosen: (string | undefined)[] = [];
    for (const row of rows) chosen.push(await oneUser(run, users, row));
    return chosen;
  }
  const members = await membersOfTeam(context, users.teamId);
  if (members.length === 0) return rows.map(() => undefined);
  if (users.method === 'roundRobin') {
    const first = await takeTurns(context.tx, context.caller.tenantId, { workflowId, stepKey: step.key }, rows.length);
    return rows.map((_, n) => members[(first + n) % members.length]);
  }
  const owned = await countOwned(context, model, members);
  return rows.map(() => {
    const [least] = members.toSorted((a, b) => (owned.get(a) ?? 0) - (owned.get(b) ?? 0));
    if (least !== undefined) owned.set(least, (owned.get(least) ?? 0) + 1);
    return least;
  });
}

async function oneUser({ context }: StepRun, users: Exclude<Users, { kind: 'team' }>, row: Enrolled) {
  const owner =
    users.kind === 'user' ? users.userId : users.kind === 'workflowOwner' ? context.caller.userId : row.record.ownerId;
  return typeof owner === 'string' && (await activeUser(context, owner)) ? owner : undefined;
}

/** All users that are meant, for messages. */
export async function allUsers(run: StepRun, users: Users, row: Enrolled): Promise<Caller[]> {
  const { services, caller } = run.context;
  const ids =
    users.kind === 'team'
      ? await membersOfTeam(run.context, users.teamId)
      : [await oneUser(run, users, row)].flatMap((id) => id ?? []);
  return [...(await services.directory.actors(caller.tenantId, ids)).values()];
}

export const describeUsers = (users: Users): string =>
  users.kind === 'user'
    ? `the user ${users.userId}`
    : users.kind === 'team'
      ? 'a member of the team'
      : users.kind === 'workflowOwner'
        ? 'the owner of the workflow'
        : 'the owner of the record';
