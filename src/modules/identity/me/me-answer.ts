import { Type } from 'typebox';
import type { Context } from '#core/context.ts';

const closed = { additionalProperties: false };

export const meAnswer = Type.Object(
  {
    user: Type.Object({}, { additionalProperties: true, description: 'The caller’s own record of identity.users.' }),
    roles: Type.Array(Type.String()),
    scopes: Type.Array(Type.String()),
    tenant: Type.Object({ accountKey: Type.String(), plan: Type.String(), status: Type.String() }, closed),
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
export async function writeMeAnswer({ services, caller }: Context, userJson: string): Promise<string> {
  const tenant = await services.directory.tenantByKey(caller.accountKey);
  if (!tenant) throw new Error(`the tenant ${caller.accountKey} is missing`);
  const { accountKey, plan, status } = tenant;
  const rest = JSON.stringify({
    roles: caller.roles,
    scopes: caller.access.scopes,
    tenant: { accountKey, plan, status },
    session: { id: caller.sessionId ?? caller.keyId, kind: caller.keyId === undefined ? 'session' : 'apiKey' },
  });
  return `{"user":${userJson},${rest.slice(1)}`;
}
