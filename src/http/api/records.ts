import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context, Services } from '#core/context.ts';
import { AppError, notFound } from '#core/errors.ts';
import { requireSendable } from '#core/limits/answer-size.ts';
import type { Model } from '#core/models/model.ts';
import type { StoredAnswer } from '#core/operations/idempotency.ts';
import { authorize, invoke, operations } from '#core/operations/index.ts';
import type { ListInput } from '#core/operations/list.ts';
import type { RecordAnswer, RecordOperation } from '#core/operations/operation.ts';
import type { RawQuery } from '#core/query/read.ts';
import { isId } from '#lib/ids.ts';
import { requireCaller } from '../auth/caller.ts';
import { type Handler, mountPath } from '../mount.ts';
import { parseQuery } from './query-string.ts';
import { answerWrite, isAsync, send } from './writes.ts';

interface Call {
  readonly context: Context;
  readonly model: Model;
  readonly id: string;
}

interface WriteCall extends Call {
  readonly query: RawQuery;
}

interface Params {
  readonly moduleKey: string;
  readonly slug: string;
  readonly id?: string;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The body as it came: a repeated request is recognised by its text. */
    bodyText: string;
    /** Where its caller stands with API_RATE_LIMIT; null without one. */
    rateHeaders: Record<string, string> | null;
  }
}

/** The operations of every model. Paths are resolved per request, because tenants make models at run time. */
export function mountRecords(server: FastifyInstance, services: Services): void {
  const { list, get, create, replace, update, remove, removeLater, search } = operations;
  const { aggregate, bulk, history, restore, restoreLater, revert } = operations;

  // Before the body is read, and whatever the method: what a model that does not exist is sent does not matter.
  const onRequest = requireCaller(services, ({ registry }, { params }) => {
    const { moduleKey, slug } = params as Params;
    if (!registry.find(moduleKey, slug)) throw notFound(`The model ${slug} of the module ${moduleKey}`);
  });
  const mount = (path: string, handlers: Parameters<typeof mountPath>[2]) => {
    const entered = Object.entries(handlers).map(([method, one]) => [
      method,
      { onRequest, ...(typeof one === 'function' ? { handler: one } : one) },
    ]);
    mountPath(server, `/api/:moduleKey/:slug${path}`, Object.fromEntries(entered), { onRequest });
  };

  const callOf = (request: FastifyRequest): Call => {
    const context = request.atrium as Context;
    const { moduleKey, slug, id } = request.params as Params;
    const model = context.registry.find(moduleKey, slug) as Model;
    const lower = id?.toLowerCase() ?? '';
    if (id !== undefined && !isId(lower)) throw notFound(`${model.label} ${id}`);
    return { context, model, id: lower };
  };

  const write =
    <Input, Output>(
      operation: RecordOperation<Input, Output>,
      run: (call: WriteCall, request: FastifyRequest) => Promise<StoredAnswer>,
      /** Parameters of this operation beside those that every write has. */
      own: readonly string[] = [],
    ): Handler =>
    (request, reply) => {
      const call = callOf(request);
      const query = queryOf(request);
      // Asked here as well, so that nobody is told a stored answer whose permission was taken away since.
      authorize(call.context, operation, call.model);
      return answerWrite(request, reply, call.context, without(query, own), (context) =>
        run({ ...call, context, query }, request),
      );
    };

  mount('', {
    GET: async (request, reply) => {
      const { context, model } = callOf(request);
      return sendRead(reply, json(await invoke(context, list, model, listInput(request, context, model))));
    },
    POST: write(create, async ({ context, model }, { body }) => {
      const answer = await invoke(context, create, model, { record: body });
      return single(answer, 201, { location: `${model.path}/${answer.id}` });
    }),
  });

  mount('/:id', {
    GET: async (request, reply) => {
      const { context, model, id } = callOf(request);
      const answer = await invoke(context, get, model, { id, query: queryOf(request) });
      if (isKnown(request.headers['if-none-match'], answer.version)) {
        return reply.code(304).header('etag', `"${answer.version}"`).send();
      }
      return sendRead(reply, single(answer, 200));
    },
    PUT: write(replace, async ({ context, model, id }, { body, headers }) =>
      single(
        await invoke(context, replace, model, { id, record: body, ifVersion: versionsOf(headers['if-match']) }),
        200,
      ),
    ),
    PATCH: write(update, async ({ context, model, id }, { body, headers }) =>
      single(
        await invoke(context, update, model, { id, record: body, ifVersion: versionsOf(headers['if-match']) }),
        200,
      ),
    ),
    DELETE: write(
      remove,
      async ({ context, model, id, query }, { headers }) => {
        const input = { id, ifVersion: versionsOf(headers['if-match']) };
        if (isAsync(query)) return queued(await invoke(context, removeLater, model, input));
        await invoke(context, remove, model, input);
        return { status: 204, headers: {}, body: '' };
      },
      ['async'],
    ),
  });

  mount('/search', {
    POST: async (request, reply) => {
      const { context, model } = callOf(request);
      if (queryText(request) !== '') throw new AppError('bad_request', 'A search takes its query in the body.');
      return sendRead(reply, json(await invoke(context, search, model, { query: () => searchQuery(request.body) })));
    },
  });

  mount('/aggregate', {
    GET: async (request, reply) => {
      const { context, model } = callOf(request);
      return sendRead(reply, json(await invoke(context, aggregate, model, queryOf(request))));
    },
  });

  const writeMany = write(
    bulk,
    async ({ context, model, query }, { body }) => json(await invoke(context, bulk, model, { body, query })),
    ['fields', 'return'],
  );
  mount('/bulk', {
    POST: async (request, reply) => {
      const { slowReaders } = server;
      slowReaders.requireRoom(0);
      return writeMany(request, reply);
    },
  });

  mount('/:id/history', {
    GET: async (request, reply) => {
      const { context, model, id } = callOf(request);
      return sendRead(reply, json(await invoke(context, history, model, { id, query: queryOf(request) })));
    },
  });

  mount('/:id/restore', {
    POST: write(
      restore,
      async ({ context, model, id, query }, { body }) =>
        isAsync(query)
          ? queued(await invoke(context, restoreLater, model, { id, body }))
          : single(await invoke(context, restore, model, { id, body }), 200),
      ['async'],
    ),
  });

  mount('/:id/revert', {
    POST: write(revert, async ({ context, model, id }, { body, headers }) =>
      single(await invoke(context, revert, model, { id, body, ifVersion: versionsOf(headers['if-match']) }), 200),
    ),
  });
}

/** /api/ui/user-screens lists the caller's own; /api/ui/userScreens lists all. */
function listInput(request: FastifyRequest, { caller }: Context, { personal, slug }: Model): ListInput {
  const query = () => queryOf(request);
  if (personal === undefined || (request.params as Params).slug === slug) return { query, source: queryText(request) };
  return {
    query: () => ({ ...query(), filter: { ...(query().filter as object | undefined), [personal]: caller.userId } }),
  };
}

const queryText = ({ raw: { url = '' } }: FastifyRequest): string => {
  const mark = url.indexOf('?');
  return mark < 0 ? '' : url.slice(mark + 1);
};

export const queryOf = (request: FastifyRequest): RawQuery => parseQuery(queryText(request));

function searchQuery(body: unknown): RawQuery {
  if (body === null || typeof body !== 'object' || Array.isArray(body))
    throw new AppError('bad_request', 'The body must be a JSON object.');
  return body as RawQuery;
}

export const without = (query: RawQuery, names: readonly string[]): RawQuery =>
  names.length === 0 ? query : Object.fromEntries(Object.entries(query).filter(([name]) => !names.includes(name)));

/** Sends what was read. */
export function sendRead(reply: FastifyReply, answer: StoredAnswer): FastifyReply {
  requireSendable(answer.body);
  reply.server.slowReaders.admit(reply.raw, answer.body.length);
  return send(reply, answer);
}

const json = ({ body, showsSecret }: { body: string; showsSecret?: boolean }): StoredAnswer => ({
  status: 200,
  headers: {},
  body,
  showsSecret,
});

const single = (
  { body, version, showsSecret }: RecordAnswer,
  status: number,
  headers: Record<string, string> = {},
): StoredAnswer => ({
  status,
  headers: { etag: `"${version}"`, ...headers },
  body,
  showsSecret,
});

const queued = (jobId: string): StoredAnswer => ({
  status: 202,
  headers: { location: `/api/data/jobs/${jobId}` },
  body: JSON.stringify({ jobId, status: 'queued' }),
});

const isKnown = (header: string | undefined, version: number): boolean =>
  header !== undefined && (versionsOf(header)?.includes(version) ?? true);

/**
 * The versions that If-Match or If-None-Match name, with or without quotes: many clients leave them out. Undefined: the header
 * is absent, or `*`, which any version meets.
 */
function versionsOf(header: string | undefined): number[] | undefined {
  if (header === undefined || header.trim() === '*') return undefined;
  return header.split(',').map((tag) => Number(/^\s*(?:W\/)?("?)(\d+)\1\s*$/.exec(tag)?.[2] ?? Number.NaN));
}
