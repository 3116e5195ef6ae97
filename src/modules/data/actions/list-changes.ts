import { Type } from 'typebox';
import { defineAction, type ServerEvent, type StreamControls } from '#core/action.ts';
import { type Context, viaKinds } from '#core/context.ts';
import { badQuery } from '#core/errors.ts';
import {
  beginning,
  type Changes,
  encodePosition,
  type FeedFilter,
  latestPosition,
  type Position,
  readChanges,
  readPosition,
} from '#core/events/feed.ts';
import { LiveFeed } from '#core/events/live-feed.ts';
import { integerParameter } from '#core/query/integer-parameter.ts';
import { WakeSignal } from '#lib/wake-signal.ts';

const defaultLimit = 100;
const maxLimit = 1000;
/** Changes that the live feed reads at a time, which is also the maximum that it buffers for a slow client. */
const livePageSize = 100;
/** The polling interval while no notification arrives. */
const pollEveryMs = 5000;
const firstWaitMs = 10;
const maxWaitMs = 500;

const text = Type.Optional(Type.String());

const input = Type.Object(
  {
    since: Type.Optional(
      Type.String({
        description:
          'A cursor of this feed; `beginning` for all that is kept, which is where a page begins without it; `now` for what is to come, which is where the live feed begins without it.',
      }),
    ),
    filter: Type.Optional(Type.Object({ modelKey: text, type: text }, { additionalProperties: false })),
    limit: integerParameter(1, maxLimit, `1 to ${maxLimit}; ${defaultLimit} when absent.`),
  },
  { additionalProperties: false },
);

interface FeedInput {
  readonly since?: string | undefined;
  readonly filter?: { readonly modelKey?: string | undefined; readonly type?: string | undefined } | undefined;
}

const time = Type.String({ format: 'date-time' });
const orNull = (schema: ReturnType<typeof Type.String>) => Type.Union([schema, Type.Null()]);

const change = Type.Object({
  cursor: Type.String({ description: 'As `since`, continues after this change.' }),
  id: Type.String({ format: 'uuid' }),
  type: Type.String(),
  action: Type.String(),
  moduleKey: Type.String(),
  slug: Type.String(),
  modelKey: orNull(Type.String()),
  recordId: orNull(Type.String({ format: 'uuid' })),
  version: Type.Union([Type.Integer(), Type.Null()]),
  timestamp: time,
  actorId: orNull(Type.String({ format: 'uuid' })),
  actor: Type.Union([
    Type.Object({
      _id: Type.String({ format: 'uuid' }),
      email: orNull(Type.String()),
      via: Type.Optional(
        Type.Enum([...viaKinds], {
          description:
            'Set when a language model, a program by MCP, a form, a campaign, an import, a workflow or a rule acted for the user.',
        }),
      ),
      completionId: Type.Optional(Type.String({ format: 'uuid' })),
      viaId: Type.Optional(
        Type.String({ format: 'uuid', description: 'The form, the campaign, or the enrollment in the workflow.' }),
      ),
    }),
    Type.Null(),
  ]),
  requestId: orNull(Type.String()),
  derived: Type.Optional(
    Type.Literal(true, {
      description: 'Formulas and rollups changed because other records did. The version is the same as before.',
    }),
  ),
  changedFields: Type.Union([Type.Array(Type.String()), Type.Null()]),
  record: Type.Object(
    {},
    {
      additionalProperties: true,
      description: 'After the change; only _id after a delete, and when it was withdrawn.',
    },
  ),
});

export const listChanges = defineAction({
  name: 'data.changes',
  summary: 'Lists all changes that the caller may see, in order; with Accept: text/event-stream, as they happen',
  routes: [{ method: 'GET', path: '/api/data/changes' }],
  access: 'signed-in',
  answers: 'jsonOrEvents',
  input,
  output: Type.Object({
    data: Type.Array(change),
    meta: Type.Object({
      limit: Type.Integer(),
      hasMore: Type.Boolean(),
      nextCursor: Type.String({
        description: 'As `since`, continues after this page, also when there is nothing yet.',
      }),
    }),
  }),
  async run(context, { limit: size = defaultLimit, ...query }) {
    const from = await startPosition(context, query, 'beginning');
    const { changes, position, hasMore } = await readChanges(context, from, readFeedFilter(context, query), size);
    const meta = JSON.stringify({ limit: size, hasMore, nextCursor: encodePosition(position) });
    return { text: `{"data":[${changes.map(({ json }) => json).join(',')}],"meta":${meta}}` };
  },
  async stream(context, { limit, ...query }, streaming) {
    if (limit !== undefined) throw badQuery('limit', 'has no meaning for the live feed');
    readFeedFilter(context, query);
    const { lastEventId } = streaming;
    const position = await startPosition(context, lastEventId === undefined ? query : { since: lastEventId }, 'now');
    return streamChanges(context, position, query, streaming);
  },
});

const live = new LiveFeed();

async function* streamChanges(
  { caller: { tenantId }, services: { spine } }: Context,
  from: Position,
  query: FeedInput,
  { renew, signal }: StreamControls,
): AsyncGenerator<ServerEvent> {
  const wakeSignal = new WakeSignal();
  const filterText = JSON.stringify(query.filter ?? {});
  const unfollow = spine.follow((tenants) => (!tenants || tenants.has(tenantId)) && wakeSignal.wake());
  signal.addEventListener('abort', () => wakeSignal.wake());
  let position = from;
  let wait = firstWaitMs;
  let behind = false;
  try {
    while (!signal.aborted) {
      // Permissions and models may have changed, and the session may have ended, since the last read.
      const current = await renew();
      const filter = readFeedFilter(current, query);
      // A client that is more than a page behind reads alone, so that clients of the shared read do not wait for it.
      const page: Changes = behind
        ? await readChanges(current, position, filter, livePageSize)
        : await live.read(current, position, filter, filterText, livePageSize);
      position = page.position;
      behind = page.hasMore;
      for (const { cursor, type, json } of page.changes) yield { id: cursor, event: type, data: json };
      if (page.hasMore) continue;
      await wakeSignal.wait(page.unsettled ? wait : pollEveryMs);
      wait = page.unsettled ? Math.min(wait * 2, maxWaitMs) : firstWaitMs;
    }
  } finally {
    unfollow();
  }
}

const startPosition = async (
  context: Context,
  { since }: FeedInput,
  fallback: 'beginning' | 'now',
): Promise<Position> => {
  const from = since ?? fallback;
  if (from === 'beginning') return beginning;
  return from === 'now' ? latestPosition(context) : readPosition(from, 'since');
};

function readFeedFilter({ registry }: Context, { filter = {} }: FeedInput): FeedFilter {
  const models = filter.modelKey?.split(',').map((word) => {
    const model = registry.named(word);
    if (!model) throw badQuery('filter[modelKey]', `"${word.slice(0, 100)}" is not a model`);
    return model;
  });
  return { models, types: filter.type?.split(',') };
}
