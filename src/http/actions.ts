import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Compile } from 'typebox/compile';
import type { Action, ActionContext, Route } from '#core/action.ts';
import type { Context, Services } from '#core/context.ts';
import { AppError, badQuery, type Detail, validationFailed } from '#core/errors.ts';
import type { StoredAnswer } from '#core/idempotency.ts';
import { isJsonObject } from '#lib/json.ts';
import { Streams } from './event-stream.ts';
import { type Handler, mountPath } from './mount.ts';
import { queryOf } from './records.ts';
import { anonymousContext, contextOf, sessionHeader } from './session.ts';
import { answerWrite, send } from './writes.ts';

/** Mounts every action of every module: its routes, its input check, its access. */
export function mountActions(
  server: FastifyInstance,
  services: Services,
  actions: readonly Action[],
  secureCookies: boolean,
): void {
  const streams = new Streams(services);
  server.addHook('preClose', async () => streams.close());
  const byPath = new Map<string, [Action, Route][]>();
  for (const action of actions) {
    for (const route of action.routes) byPath.set(route.path, [...(byPath.get(route.path) ?? []), [action, route]]);
  }
  for (const [path, mounted] of byPath) {
    const handlers = mounted.map(
      ([action, { method }]) => [method, handlerOf(services, streams, action, method, secureCookies)] as const,
    );
    mountPath(server, path, undefined, Object.fromEntries(handlers), belongsToModel(services, path));
  }
}

/** `/api/identity/users/search` is also a path of every model, with another method. */
function belongsToModel({ directory }: Services, path: string): boolean {
  const [, , moduleKey = '', slug = '', ...rest] = path.split('/');
  return rest.length === 1 && directory.base.find(moduleKey, slug)?.path === `/api/${moduleKey}/${slug}`;
}

const textOf = (answer: { readonly body: unknown } | { readonly text: string }): string =>
  'text' in answer ? answer.text : JSON.stringify(answer.body);

const acceptsEvents = ({ headers: { accept = '' } }: FastifyRequest): boolean => /\btext\/event-stream\b/i.test(accept);

function handlerOf(
  services: Services,
  streams: Streams,
  action: Action,
  method: Route['method'],
  secureCookies: boolean,
): Handler {
  const check = Compile(action.input);
  const inputOf = (request: FastifyRequest): unknown => {
    const params = request.params as Record<string, string>;
    const given: unknown =
      method === 'GET'
        ? queryOf(request)
        : request.body instanceof URLSearchParams
          ? Object.fromEntries(request.body)
          : (request.body ?? {});
    if (!isJsonObject(given))
      throw refused(method, [{ code: 'invalid_type', message: 'The body must be a JSON object.' }]);
    const misplaced = Object.keys(given).find((key) => key in params);
    if (misplaced !== undefined) throw refused(method, [unknownField(misplaced)]);
    const input = { ...given, ...params };
    const errors = check.Errors(input);
    const details = errors.length > 0 ? errors.flatMap((error) => explain(error, method)) : illFormed(given, method);
    if (details.length > 0) throw refused(method, details);
    return input;
  };
  const contextFor = async (request: FastifyRequest): Promise<ActionContext> => {
    if (action.access === 'public') return anonymousContext(request, services);
    const context = await contextOf(request, services);
    const { access } = context.caller;
    if (action.access.endsWith(':admin')) access.requireWhole(action.access);
    else if (action.access !== 'signed-in') access.requireScope(action.access);
    return context;
  };
  const run = async (context: Context, input: unknown, reply: FastifyReply): Promise<StoredAnswer> => {
    const answer = await action.run(context, input as never);
    const { sessionToken, revealing, cookies = [], redirect, status = action.status ?? 200 } = answer;
    for (const cookie of cookies) reply.header('set-cookie', cookie);
    if (sessionToken !== undefined || revealing) reply.header('cache-control', 'no-store');
    if (sessionToken !== undefined) {
      reply.header('set-cookie', sessionHeader(sessionToken, services.tokens.lifetimeMs, secureCookies));
    }
    if (redirect !== undefined) return { status, headers: { location: redirect }, body: '' };
    return { status, headers: {}, body: status === 204 ? '' : textOf(answer), revealing };
  };
  return async (request, reply) => {
    const context = await contextFor(request);
    const input = inputOf(request);
    if (method === 'GET') {
      const { stream } = action;
      if (stream && acceptsEvents(request)) {
        return streams.answer(request, reply, context, (streaming) => stream(context, input as never, streaming));
      }
      return send(reply, await run(context, input, reply));
    }
    const query = queryOf(request);
    if (action.rehearsable === false && query.dryRun !== undefined)
      throw badQuery('dryRun', 'cannot be used here: this is done, or it is not');
    return answerWrite(request, reply, context, query, (within) => run({ ...context, ...within }, input, reply));
  };
}

/** What is wrong in a query is a bad request; in a body, a record that is not valid. */
const refused = (method: string, details: Detail[]): AppError =>
  method === 'GET'
    ? new AppError('bad_request', details[0]?.message ?? 'The query is not valid.', details)
    : validationFailed(details);

const deepest = 40;

interface SchemaError {
  readonly keyword: string;
  readonly instancePath: string;
  readonly message: string;
  readonly params: object;
}

const unknownField = (field: string): Detail => ({
  field,
  code: 'unknown_field',
  message: `${field} is not a field here.`,
});

/** `filter[label]` in a query, `fields[0].label` in a body. */
const placeOf = (path: readonly string[], method: string): string =>
  path.reduce(
    (at, key) => (at === '' ? key : method === 'GET' || /^\d+$/.test(key) ? `${at}[${key}]` : `${at}.${key}`),
    '',
  );

/** Says of each problem which field has it. */
function explain({ keyword, instancePath, message, params }: SchemaError, method: string): Detail[] {
  const path = instancePath.split('/').slice(1);
  const at = placeOf(path, method);
  const names = params as { requiredProperties?: string[]; additionalProperties?: string[] };
  if (keyword === 'required') {
    return (names.requiredProperties ?? []).map((key) => {
      const field = placeOf([...path, key], method);
      return { field, code: 'required', message: `${field} is required.` };
    });
  }
  if (keyword === 'additionalProperties') {
    return (names.additionalProperties ?? []).map((key) => unknownField(placeOf([...path, key], method)));
  }
  if (keyword === 'boolean') return [];
  const formats = keyword === 'pattern' || keyword === 'format';
  const code = keyword === 'type' ? 'invalid_type' : formats ? 'invalid_format' : 'out_of_range';
  return [{ field: at, code, message: `${at} ${message}.` }];
}

/** Texts that PostgreSQL cannot hold. The schema bounds the depth, so the walk ends. */
function illFormed(value: unknown, method: string, path: readonly string[] = []): Detail[] {
  if (typeof value === 'string') {
    if (value.isWellFormed() && !value.includes('\u0000')) return [];
    const field = placeOf(path, method);
    return [
      { field, code: 'invalid_format', message: `${field} must be well-formed Unicode without the NUL character.` },
    ];
  }
  if (value === null || typeof value !== 'object' || path.length > deepest) return [];
  return Object.entries(value).flatMap(([key, member]) => illFormed(member, method, [...path, key]));
}
