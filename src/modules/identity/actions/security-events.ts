import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { cutPage, readEventPage } from '#core/operations/event-pages.ts';
import { logParameters, readId } from '#core/query/log-pages.ts';
import { type SecurityRow, securityEvents } from '../sql/security-events.ts';

const closed = { additionalProperties: false };
const orNull = (more: object = {}) => Type.Unsafe<string | null>({ type: ['string', 'null'], ...more });
const filterText = Type.Optional(Type.String({ maxLength: 2000 }));

const entry = Type.Object(
  {
    _id: Type.String({ format: 'uuid' }),
    type: Type.String(),
    timestamp: Type.String({ format: 'date-time' }),
    userId: orNull({ format: 'uuid', description: 'Whom it is about.' }),
    email: orNull(),
    ip: orNull(),
    agent: orNull(),
    actorId: orNull({ format: 'uuid', description: 'Who did it; null when the platform did.' }),
    requestId: orNull(),
    details: Type.Object({}, { additionalProperties: true }),
  },
  closed,
);

const meta = Type.Object(
  {
    page: Type.Unsafe<number | null>({ type: ['integer', 'null'] }),
    limit: Type.Integer(),
    hasMore: Type.Boolean(),
    nextCursor: orNull(),
  },
  closed,
);

export const listSecurityEvents = defineAction({
  name: 'identity.listSecurityEvents',
  summary: 'Lists what happened to accounts: sign-ins, failures, grants and keys, the newest first',
  routes: [{ method: 'GET', path: '/api/identity/security-events' }],
  access: 'identity:admin',
  input: Type.Object(
    {
      filter: Type.Optional(
        Type.Object({ type: filterText, userId: filterText, email: filterText, ip: filterText }, closed),
      ),
      ...logParameters,
    },
    closed,
  ),
  output: Type.Object({ data: Type.Array(entry), meta }, closed),
  async run(context, { filter = {}, ...query }) {
    const page = readEventPage(query);
    const wanted = {
      types: filter.type?.split(',') ?? null,
      userId: readId(filter.userId, 'filter[userId]'),
      email: filter.email ?? null,
      ip: filter.ip ?? null,
    };
    const { rows, meta } = cutPage(page, await securityEvents(context, wanted, page));
    return { body: { data: rows.map(view), meta } };
  },
});

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

function view({ id, type, at, actorId, requestId, record }: SecurityRow) {
  const { userId, email, ip, agent, ...details } = record;
  return {
    _id: id,
    type,
    timestamp: at.toISOString(),
    userId: textOf(userId),
    email: textOf(email),
    ip: textOf(ip),
    agent: textOf(agent),
    actorId,
    requestId,
    details,
  };
}
