import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { cutPage, readEventPage } from '#core/operations/event-pages.ts';
import { pageParameters, readId } from '#core/query/log-pages.ts';
import { readTime } from '#core/query/time-parameter.ts';
import { securityEventEntry, viewSecurityEvent } from '../security-events/view.ts';
import { securityEvents } from '../sql/security-events.ts';

const closed = { additionalProperties: false };
const filterText = Type.Optional(Type.String({ maxLength: 2000 }));
const filterTime = (description: string) => Type.Optional(Type.String({ maxLength: 100, description }));

const meta = Type.Object(
  {
    page: Type.Unsafe<number | null>({ type: ['integer', 'null'] }),
    limit: Type.Integer(),
    hasMore: Type.Boolean(),
    nextCursor: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
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
        Type.Object(
          {
            type: filterText,
            userId: filterText,
            email: filterText,
            ip: filterText,
            since: filterTime('A time such as 2026-01-31T09:00:00Z: only events from then on.'),
            until: filterTime('A time: only events before it.'),
          },
          closed,
        ),
      ),
      ...pageParameters,
    },
    closed,
  ),
  output: Type.Object({ data: Type.Array(securityEventEntry), meta }, closed),
  async run(context, { filter = {}, ...query }) {
    const page = readEventPage(query);
    const conditions = {
      types: filter.type?.split(',') ?? null,
      userId: readId(filter.userId, 'filter[userId]'),
      email: filter.email ?? null,
      ip: filter.ip ?? null,
      since: filter.since === undefined ? null : readTime(filter.since, 'filter[since]'),
      until: filter.until === undefined ? null : readTime(filter.until, 'filter[until]'),
    };
    const { rows, meta } = cutPage(page, await securityEvents(context, conditions, page));
    return { body: { data: rows.map(viewSecurityEvent), meta } };
  },
});
