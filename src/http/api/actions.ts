import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { requireAccess } from '#core/access/require-access.ts';
import type { Action, ActionContext, JsonAnswer, Route } from '#core/action.ts';
import type { Context, Services } from '#core/context.ts';
import { AppError, badQuery } from '#core/errors.ts';
import type { StoredAnswer } from '#core/operations/idempotency.ts';
import { refuseUnknown } from '#core/query/list-query.ts';
import { requireCaller } from '../auth/caller.ts';
import type { CorsOrigins } from '../auth/cors.ts';
import { requireOwnOrigin } from '../auth/own-origin.ts';
import { anonymousContext, sessionHeader } from '../auth/session.ts';
import { propertiesOfForm } from '../files/form-properties.ts';
import { isMultipart } from '../files/is-multipart.ts';
import { sendFile } from '../files/send-file.ts';
import { sendStream } from '../files/send-stream.ts';
import { withFormFiles, withUploads } from '../files/uploads.ts';
import { type Handler, type Mounted, mountPath } from '../routing/mount.ts';
import { inputReader } from './action-input.ts';
import { sendRead, sendWritten } from './answers.ts';
import { versionsOf } from './etag.ts';
import { Streams } from './event-stream.ts';
import { queryOf, without } from './query-string.ts';
import { answerWrite, isAsync } from './writes.ts';

/** The maximum body size of public actions. They accept only small values: an address, a password, a token. */
const publicBodyLimit = 16 * 1024;

export interface ActionOptions {
  /** True when session cookies must be Secure. */
  readonly https: boolean;
  readonly corsOrigins: CorsOrigins | undefined;
}

/** Mounts the routes of all actions, with input validation and access check. */
export function mountActions(
  server: FastifyInstance,
  services: Services,
  actions: readonly Action[],
  options: ActionOptions,
): void {
  const streams = new Streams(services);
  server.addHook('preClose', async () => streams.close());
  const byPath = new Map<string, [Action, Route][]>();
  for (const action of actions) {
    for (const route of action.routes) byPath.set(route.path, [...(byPath.get(route.path) ?? []), [action, route]]);
  }
  for (const [path, entries] of byPath) {
    const methods = entries.map(
      ([action, { method }]) => [method, mountedAction(services, streams, action, method, options)] as const,
    );
    mountPath(server, path, Object.fromEntries(methods), { shared: belongsToModel(services, path) });
  }
}

/**
 * True when the path also belongs to a model with other methods, as `/api/identity/users/search` and
 * `/api/ui/record-recent-views` do.
 */
function belongsToModel({ directory }: Services, path: string): boolean {
  const [, , moduleKey = '', slug = '', ...rest] = path.split('/');
  const model = directory.base.find(moduleKey, slug);
  return rest.length === 0 ? model !== undefined : rest.length === 1 && model?.path === `/api/${moduleKey}/${slug}`;
}

const textOf = (answer: JsonAnswer<unknown>): string => ('text' in answer ? answer.text : JSON.stringify(answer.body));

const acceptsEvents = ({ headers: { accept = '' } }: FastifyRequest): boolean => /\btext\/event-stream\b/i.test(accept);

function refuseWriteOptions(request: FastifyRequest, flags: readonly string[], why: string): void {
  refuseUnknown(without(queryOf(request), flags), []);
  if (request.headers['idempotency-key'] !== undefined)
    // Clients that send a key with every write recognise the code, and send the request again without it.
    throw new AppError('bad_request', `Idempotency-Key cannot be used here: ${why}.`, [
      { code: 'idempotency_key_not_allowed', message: `Send the request without Idempotency-Key: ${why}.` },
    ]);
}

/** Returns a signal that aborts when the client disconnects before the answer was sent. */
function disconnected({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  raw.once('close', () => {
    if (!raw.writableFinished) gone.abort();
  });
  return gone.signal;
}

/** The objects that answers of actions need besides the request. */
interface Answering {
  readonly services: Services;
  readonly streams: Streams;
  /** True when session cookies must be Secure. */
  readonly https: boolean;
}

type Answer = (request: FastifyRequest, reply: FastifyReply, context: Context) => Promise<FastifyReply>;

/** Sets the headers of a JSON answer. */
function jsonOf(answer: JsonAnswer<unknown>, usual: number, reply: FastifyReply, answering: Answering): StoredAnswer {
  const { sessionToken, showsSecret, cookies = [], redirect, location, status = usual } = answer;
  for (const cookie of cookies) reply.header('set-cookie', cookie);
  if (sessionToken !== undefined || showsSecret) reply.header('cache-control', 'no-store');
  if (sessionToken !== undefined) {
    const { services, https } = answering;
    reply.header('set-cookie', sessionHeader(sessionToken, services.tokens.lifetimeMs, https));
  }
  if (redirect !== undefined) return { status, headers: { location: redirect }, body: '' };
  const headers: Record<string, string> = location === undefined ? {} : { location };
  return { status, headers, body: status === 204 ? '' : textOf(answer), showsSecret };
}

/** Runs the action and sends its answer, depending on its kind. */
function answerOf(action: Action, method: Route['method'], answering: Answering): Answer {
  const inputOf = inputReader(action, method);
  switch (action.answers) {
    case 'json': {
      const run = async (context: Context, input: unknown, reply: FastifyReply) =>
        jsonOf(await action.run(context, input as never), action.status ?? 200, reply, answering);
      if (method === 'GET')
        return async (request, reply, context) => sendRead(reply, await run(context, inputOf(request), reply));
      const flags = Object.keys(action.flags ?? {});
      if (action.waitsForOthers)
        return async (request, reply, context) => {
          const input = inputOf(request);
          refuseWriteOptions(request, flags, 'the action waits for another system and runs in no transaction');
          return sendWritten(reply, await run({ ...context, signal: disconnected(reply) } as Context, input, reply));
        };
      return async (request, reply, context) => {
        const input = inputOf(request);
        const query = queryOf(request);
        if (action.dryRunAllowed === false && query.dryRun !== undefined && !flags.includes('dryRun'))
          throw badQuery('dryRun', 'cannot be used here: this action has no dry run');
        if (flags.includes('async')) isAsync(query);
        const version = action.takesVersion && { ifVersion: versionsOf(request.headers['if-match']) };
        const prepared = action.prepare && { prepared: await action.prepare(context, input as never) };
        return answerWrite(request, reply, context, without(query, flags), (within) =>
          run({ ...context, ...within, ...version, ...prepared }, input, reply),
        );
      };
    }
    case 'jsonOrEvents':
      return async (request, reply, context) => {
        const input = inputOf(request);
        if (acceptsEvents(request))
          return answering.streams.answer(request, reply, context, (streaming) =>
            action.stream(context, input as never, streaming),
          );
        return sendRead(
          reply,
          jsonOf(await action.run(context, input as never), action.status ?? 200, reply, answering),
        );
      };
    case 'events':
      return async (request, reply, context) => {
        const input = inputOf(request);
        if (method !== 'GET') refuseWriteOptions(request, [], 'the answer is a stream, which is not stored');
        return answering.streams.answer(request, reply, context, (streaming) =>
          action.stream(context, input as never, streaming),
        );
      };
    case 'file':
      return async (request, reply, context) => {
        const input = inputOf(request);
        if (method !== 'GET') refuseWriteOptions(request, [], 'the answer is a file, which is not stored');
        const given = await action.run(context, input as never);
        if ('file' in given) return sendFile(request, reply, given.file);
        if ('stream' in given) return sendStream(request, reply, given);
        return sendRead(reply, jsonOf(given, 200, reply, answering));
      };
  }
}

/** Reads the body in the format of the action, and then sends the answer. */
function handlerOf({ takes, input }: Action, answer: Answer, services: Services): Handler {
  const contextOf = (request: FastifyRequest): Context => request.atrium ?? anonymousContext(request, services);
  switch (takes?.kind) {
    case 'bytes':
      return async (request, reply) => {
        const context: ActionContext = { ...contextOf(request), rawBody: request.rawBody ?? Buffer.alloc(0) };
        return answer(request, reply, context);
      };
    case 'files':
      return async (request, reply) => {
        if (takes.orJson && !isMultipart(request)) return answer(request, reply, contextOf(request));
        return withUploads(request, contextOf(request), takes.max, (within) => {
          if (takes.orJson) request.body = propertiesOfForm(input, request.body as Record<string, string>);
          return answer(request, reply, within);
        });
      };
    case 'form': {
      const { files } = takes;
      if (!files) break;
      return async (request, reply) => {
        const context = contextOf(request);
        const owner = () => files.owner(context, request.params as Record<string, string>);
        return withFormFiles(request, files, owner, (uploads) =>
          answer(request, reply, { ...context, uploads } as Context),
        );
      };
    }
  }
  return async (request, reply) => answer(request, reply, contextOf(request));
}

function mountedAction(
  services: Services,
  streams: Streams,
  action: Action,
  method: Route['method'],
  { https, corsOrigins }: ActionOptions,
): Mounted {
  const handler = handlerOf(action, answerOf(action, method, { services, streams, https }), services);
  const { errorPages, bodyLimit, takes } = action;
  const multipart = takes?.kind === 'files' || (takes?.kind === 'form' && takes.files !== undefined);
  if (action.access === 'public') {
    const { anyOrigin } = action;
    return { handler, errorPages, anyOrigin, multipart, bodyLimit: bodyLimit ?? publicBodyLimit };
  }
  // Check access before the body is read.
  const onRequest = requireCaller(services, ({ caller }, request) => {
    if (action.ownOriginsOnly) requireOwnOrigin(request, services, corsOrigins);
    requireAccess(action, caller);
  });
  const errorFormat: Mounted['errorFormat'] =
    action.errorFormat && ((error, origin) => action.errorFormat?.(error, { services, origin }) ?? {});
  return { handler, errorPages, errorFormat, bodyLimit, onRequest, multipart };
}
