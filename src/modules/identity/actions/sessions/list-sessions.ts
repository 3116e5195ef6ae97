import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { type Context, inTransaction } from '#core/context.ts';
import { openSessions, type SessionRow } from '../../sql/sessions.ts';

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

export const listSessions = defineAction({
  name: 'identity.sessions',
  summary: 'Lists the sessions that are open: the caller’s own, or with identity:admin those of a user',
  routes: [{ method: 'GET', path: '/api/identity/sessions' }],
  access: 'signed-in',
  managesCredentials: true,
  input: Type.Object({ userId: Type.Optional(Type.String({ format: 'uuid' })) }, { additionalProperties: false }),
  output: Type.Object({ data: Type.Array(session) }),
  async run(context, { userId = String(context.caller.userId) }) {
    if (userId !== context.caller.userId) context.caller.access.requireFullReach('identity:admin');
    const rows = await inTransaction(context, (within) => openSessions(within, userId));
    return { body: { data: rows.map((row) => viewSession(row, context)) } };
  },
});

const viewSession = (row: SessionRow, { caller }: Context) => ({
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
