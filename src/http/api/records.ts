import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Context, Services } from '#core/context.ts';
import { AppError, notFound } from '#core/errors.ts';
import { isFileModel } from '#core/files/file-hooks.ts';
import { hasLiveFields, type Model } from '#core/models/model.ts';
import { authorize, invoke, operations } from '#core/operations/index.ts';
import type { ListInput } from '#core/operations/list.ts';
import type { RawQuery } from '#core/query/list-query.ts';
import { isJsonObject } from '#lib/json.ts';
import { requireCaller } from '../auth/caller.ts';
import { fieldsOfForm } from '../files/form-fields.ts';
import { isMultipart } from '../files/is-multipart.ts';
import { withUploads } from '../files/uploads.ts';
import { type Handler, mountPath } from '../routing/mount.ts';
import { duplicateHeader, jsonAnswer, queuedAnswer, recordAnswer, sendRead } from './answers.ts';
import { clientHas, versionsOf } from './etag.ts';
import { queryOf, queryText } from './query-string.ts';
import { callOf, type RecordParams, writeHandler } from './record-call.ts';
import { isAsync } from './writes.ts';

const { list, get, create, replace, update, remove, removeAsync, search } = operations;
const { aggregate, bulk, history, restore, restoreAsync, revert } = operations;

type Handlers = Parameters<typeof mountPath>[2];

/** Mounts the paths of every model. The model is resolved per request, because tenants create models at run time. */
export function mountRecords(server: FastifyInstance, services: Services): void {
  // Check this for every method before the body is read, because the body does not matter for an unknown model.
  const onRequest = requireCaller(services, ({ registry }, { params }) => {
    const { moduleKey, slug } = params as RecordParams;
    if (!registry.find(moduleKey, slug)) throw notFound(`The model ${slug} of the module ${moduleKey}`);
  });
  const paths = {
    '': collection,
    '/:id': record,
    '/search': searches,
    '/aggregate': aggregation,
    '/bulk': bulkWrite,
    '/:id/history': recordHistory,
    '/:id/restore': restoring,
    '/:id/revert': reverting,
  };
  for (const [path, handlers] of Object.entries<Handlers>(paths)) {
    const guarded = Object.entries(handlers).map(([method, handler]) => [
      method,
      { onRequest, ...(typeof handler === 'function' ? { handler } : handler) },
    ]);
    mountPath(server, `/api/:moduleKey/:slug${path}`, Object.fromEntries(guarded), { onRequest });
  }
}

const createOne = writeHandler(create, async ({ context, model }, { body }) => {
  const answer = await invoke(context, create, model, { record: body });
  return recordAnswer(answer, 201, { location: `${model.path}/${answer.id}`, ...duplicateHeader(answer) });
});

/** Creates a record of a file model with its content. */
const createFromForm: Handler = async (request, reply) => {
  const { context, model } = callOf(request);
  if (!isFileModel(model)) throw new AppError('unsupported_media_type', 'The body must be application/json.');
  authorize(context, create, model);
  return withUploads(request, context, 1, (within) => {
    request.atrium = within;
    request.body = { name: within.uploads?.[0]?.name, ...fieldsOfForm(model, request.body as Record<string, string>) };
    return createOne(request, reply);
  });
};

const collection: Handlers = {
  GET: async (request, reply) => {
    const { context, model } = callOf(request);
    return sendRead(reply, jsonAnswer(await invoke(context, list, model, listInput(request, context, model))));
  },
  POST: {
    multipart: true,
    handler: (request, reply) => (isMultipart(request) ? createFromForm(request, reply) : createOne(request, reply)),
  },
};

const record: Handlers = {
  GET: async (request, reply) => {
    const { context, model, id } = callOf(request);
    const answer = await invoke(context, get, model, { id, query: queryOf(request) });
    if (!hasLiveFields(model) && clientHas(request.headers['if-none-match'], answer.version)) {
      return reply.code(304).header('etag', `"${answer.version}"`).send();
    }
    return sendRead(reply, recordAnswer(answer, 200));
  },
  PUT: writeHandler(replace, async ({ context, model, id }, { body, headers }) => {
    const input = { id, record: body, ifVersion: versionsOf(headers['if-match']) };
    return recordAnswer(await invoke(context, replace, model, input), 200);
  }),
  PATCH: writeHandler(update, async ({ context, model, id }, { body, headers }) => {
    const input = { id, record: body, ifVersion: versionsOf(headers['if-match']) };
    return recordAnswer(await invoke(context, update, model, input), 200);
  }),
  DELETE: writeHandler(
    remove,
    async ({ context, model, id, query }, { headers }) => {
      const input = { id, ifVersion: versionsOf(headers['if-match']) };
      if (isAsync(query)) return queuedAnswer(await invoke(context, removeAsync, model, input));
      await invoke(context, remove, model, input);
      return { status: 204, headers: {}, body: '' };
    },
    ['async'],
  ),
};

const searches: Handlers = {
  POST: async (request, reply) => {
    const { context, model } = callOf(request);
    if (queryText(request) !== '') throw new AppError('bad_request', 'A search takes its query in the body.');
    const input = { query: () => searchQuery(request.body) };
    return sendRead(reply, jsonAnswer(await invoke(context, search, model, input)));
  },
};

const aggregation: Handlers = {
  GET: async (request, reply) => {
    const { context, model } = callOf(request);
    return sendRead(reply, jsonAnswer(await invoke(context, aggregate, model, queryOf(request))));
  },
};

const writeMany = writeHandler(
  bulk,
  async ({ context, model, query }, { body }) => jsonAnswer(await invoke(context, bulk, model, { body, query })),
  ['fields', 'return'],
);

const bulkWrite: Handlers = {
  POST: async (request, reply) => {
    request.server.slowReaders.requireRoom(0);
    return writeMany(request, reply);
  },
};

const recordHistory: Handlers = {
  GET: async (request, reply) => {
    const { context, model, id } = callOf(request);
    return sendRead(reply, jsonAnswer(await invoke(context, history, model, { id, query: queryOf(request) })));
  },
};

const restoring: Handlers = {
  POST: writeHandler(
    restore,
    async ({ context, model, id, query }, { body }) =>
      isAsync(query)
        ? queuedAnswer(await invoke(context, restoreAsync, model, { id, body }))
        : recordAnswer(await invoke(context, restore, model, { id, body }), 200),
    ['async'],
  ),
};

const reverting: Handlers = {
  POST: writeHandler(revert, async ({ context, model, id }, { body, headers }) => {
    const input = { id, body, ifVersion: versionsOf(headers['if-match']) };
    return recordAnswer(await invoke(context, revert, model, input), 200);
  }),
};

/** A list of a personal model contains the caller's own records, unless its filter names the user. */
function listInput(request: FastifyRequest, { caller }: Context, { personal }: Model): ListInput {
  const query = () => queryOf(request);
  if (personal?.sort === undefined) return { query, source: queryText(request) };
  const { user, sort } = personal;
  return {
    query: () => {
      const given = query();
      const filter = given.filter === undefined ? {} : given.filter;
      // The list itself refuses a filter that is not an object.
      if (!isJsonObject(filter)) return given;
      const named = Object.keys(filter).some((key) => key === user || key.startsWith(`${user}.`));
      return { sort, ...given, filter: named ? filter : { ...filter, [user]: caller.userId } };
    },
  };
}

function searchQuery(body: unknown): RawQuery {
  if (body === null || typeof body !== 'object' || Array.isArray(body))
    throw new AppError('bad_request', 'The body must be a JSON object.');
  return body as RawQuery;
}
