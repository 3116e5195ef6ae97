import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { type Context, inTransaction, type TransactionContext } from '#core/context.ts';
import { notFound } from '#core/errors.ts';
import { isId } from '#lib/ids.ts';
import { requireAuthorityOver } from '../../rules/grants.ts';
import { securityEvent } from '../../security-events/security-event.ts';

const session = Type.Object({
  _id: Type.String({ format: 'uuid' }),
  userId: Type.String({ format: 'uuid' }),
  method: Type.String(),
  ip: Type.Union([Type.String(), Type.Null()]),
  agent: Type.Union([Type.String(), Type.Null()]),
  createdAt: Type.String({ format: 'date-time' }),
  lastUsedAt: Type.String({ format: 'date-time' }),
  expiresAt: Type.String({ format: 'date-time' }),
  current: Type.Boolean({ description: 'The one of this request.' }),
});

interface Row {
  readonly id: string;
  readonly user_id: string;
  readonly method: string;
  readonly ip: string | null;
  readonly agent: string | null;
  readonly created_at: Date;
  readonly last_used_at: Date;
  readonly expires_at: Date;
}

const maxListed = 200;

const listSessions = defineAction({
  name: 'identity.sessions',
  summary: 'Lists the sessions that are open: the caller’s own, or with identity:admin those of a user',
  routes: [{ method: 'GET', path: '/api/identity/sessions' }],
  access: 'signed-in',
  managesCredentials: true,
  input: Type.Object({ userId: Type.Optional(Type.String({ format: 'uuid' })) }, { additionalProperties: false }),
  output: Type.Object({ data: Type.Array(session) }),
  async run(context, { userId = String(context.caller.userId) }) {
    if (userId !== context.caller.userId) context.caller.access.requireWhole('identity:admin');
    const rows = await inTransaction(context, ({ tx, caller }) =>
      tx.query<Row>(
        `select id, user_id, method, ip, agent, created_at, last_used_at, expires_at from sessions
         where tenant_id = $1::bigint and user_id = $2::uuid and revoked_at is null and expires_at > now()
         order by created_at desc, id limit ${maxListed}`,
        [caller.tenantId, userId],
      ),
    );
    return { body: { data: rows.map((row) => view(row, context)) } };
  },
});

const view = (row: Row, { caller }: Context) => ({
  _id: row.id,
  userId: row.user_id,
  method: row.method,
  ip: row.ip,
  agent: row.agent,
  createdAt: row.created_at.toISOString(),
  lastUsedAt: row.last_used_at.toISOString(),
  expiresAt: row.expires_at.toISOString(),
  current: row.id === caller.sessionId,
});

const revokeSession = defineAction({
  name: 'identity.revokeSession',
  summary: 'Ends a session: the caller’s own, or with identity:admin anybody’s',
  routes: [{ method: 'DELETE', path: '/api/identity/sessions/:id' }],
  access: 'signed-in',
  managesCredentials: true,
  status: 204,
  input: Type.Object({ id: Type.String() }, { additionalProperties: false }),
  output: Type.Null(),
  async run(context, { id }) {
    await inTransaction(context, async (within) => {
      const sessionId = id.toLowerCase();
      const found = isId(sessionId) ? await findSession(within, sessionId) : undefined;
      const { caller } = within;
      // Others' sessions do not exist for those who may not end them.
      if (!found || (found.userId !== caller.userId && caller.access.reach('identity:admin') !== 'all'))
        throw notFound(`Session ${id}`);
      if (found.userId !== caller.userId) await requireAuthorityOver(within, found.roles);
      await endSession(within, sessionId, found.userId);
      await securityEvent(within, 'security.sessionRevoked', { userId: found.userId, email: found.email, sessionId });
    });
    return { body: null };
  },
});

interface Found {
  readonly userId: string;
  readonly email: string;
  readonly roles: string[];
}

async function findSession({ tx, caller }: TransactionContext, id: string): Promise<Found | undefined> {
  const [row] = await tx.query<Found>(
    `select s.user_id as "userId", u.email, coalesce(u.roles, '{}') as roles from sessions s
     join identity_users u on u.tenant_id = s.tenant_id and u.id = s.user_id
     where s.tenant_id = $1::bigint and s.id = $2::uuid and s.revoked_at is null and s.expires_at > now()`,
    [caller.tenantId, id],
  );
  return row;
}

async function endSession({ tx, caller, services }: TransactionContext, id: string, userId: string): Promise<void> {
  await tx.query('update sessions set revoked_at = now() where tenant_id = $1::bigint and id = $2::uuid', [
    caller.tenantId,
    id,
  ]);
  tx.afterCommit(() => services.directory.forgetUser(caller.tenantId, userId));
}

const logout = defineAction({
  name: 'identity.logout',
  summary: 'Ends the session of this request',
  routes: [{ method: 'POST', path: '/api/identity/auth/logout' }],
  access: 'signed-in',
  dryRunAllowed: false,
  status: 204,
  input: Type.Object({}, { additionalProperties: false }),
  output: Type.Null(),
  async run(context) {
    const { sessionId, userId, email } = context.caller;
    // An API key has no session; it is deleted instead.
    if (sessionId !== undefined && userId !== null) {
      await inTransaction(context, async (within) => {
        await endSession(within, sessionId, userId);
        await securityEvent(within, 'security.signedOut', { userId, email, sessionId });
      });
    }
    return { body: null, sessionToken: null };
  },
});

export const sessionActions = [listSessions, revokeSession, logout];
