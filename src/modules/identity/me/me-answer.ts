import { Type } from 'typebox';
import { isForTeam } from '#core/access/access.ts';
import { companyOf } from '#core/company/company.ts';
import type { Context } from '#core/context.ts';
import { companyAnswer } from '../company/company-answer.ts';
import { teamMatesOfCaller } from '../sql/team-mates.ts';

const closed = { additionalProperties: false };

export const meAnswer = Type.Object(
  {
    user: Type.Object({}, { additionalProperties: true, description: 'The caller’s own record of identity.users.' }),
    roles: Type.Array(Type.String()),
    scopes: Type.Array(Type.String()),
    teamIds: Type.Array(Type.String({ format: 'uuid' }), { description: 'The teams of the caller.' }),
    teamMateIds: Type.Union([Type.Array(Type.String({ format: 'uuid' })), Type.Null()], {
      description:
        'With a scope for :team, the owners whose records it covers: the caller and the members of the teams. Null when there are more than 5,000, empty without such a scope.',
    }),
    tenant: Type.Object({ accountKey: Type.String(), plan: Type.String(), status: Type.String() }, closed),
    company: companyAnswer,
    session: Type.Object(
      {
        id: Type.String({ format: 'uuid' }),
        kind: Type.Unsafe<'session' | 'apiKey'>({ type: 'string', enum: ['session', 'apiKey'] }),
      },
      closed,
    ),
  },
  closed,
);

/** The answer as JSON text. `userJson` is the record as PostgreSQL wrote it. */
export async function writeMeAnswer(context: Context, userJson: string): Promise<string> {
  const { services, caller } = context;
  const { scopes } = caller.access;
  const tenant = await services.directory.tenantByKey(caller.accountKey);
  if (!tenant) throw new Error(`the tenant ${caller.accountKey} is missing`);
  const { accountKey, plan, status } = tenant;
  const rest = JSON.stringify({
    roles: caller.roles,
    scopes,
    ...(await teamMatesOfCaller(context, scopes.some(isForTeam))),
    tenant: { accountKey, plan, status },
    company: await companyOf(context),
    session: { id: caller.sessionId ?? caller.keyId, kind: caller.keyId === undefined ? 'session' : 'apiKey' },
  });
  return `{"user":${userJson},${rest.slice(1)}`;
}
