import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Compile } from 'typebox/compile';
import type { Action, ActionContext, Route } from '#core/action.ts';
import type { Context, Services } from '#core/context.ts';
import { AppError, type Detail, validationFailed } from '#core/errors.ts';
import type { StoredAnswer } from '#core/idempotency.ts';
import { type Handler, mountPath } from './mount.ts';
import { queryOf } from './records.ts';
import { anonymousContext, contextOf, sessionCookie } from './session.ts';
import { answerWrite, send } from './writes.ts';

/** Mounts every action of every module: its routes, its input check, its access. */
export function mountActions(
  server: FastifyInstance,
  services: Services,
  actions: readonly Action[],
  secureCookies: boolean,
): void {
  const byPath = new Map<string, [Action, Route][]>();
  for (const action of actions) {
    for (const route of action.routes) byPath.set(route.path, [...(byPath.get(route.path) ?? []), [action, route]]);
  }
  for (const [path, mounted] of byPath) {
    const handlers = mounted.map(
      ([action, { method }]) => [method, handlerOf(services, action, method, secureCookies)] as const,
    );
    mountPath(server, path, undefined, Object.fromEntries(handlers));
  }
}

function handlerOf(services: Services, action: Action, method: Route['method'], secureCookies: boolean): Handler {
  const check = Compile(action.input);
  const inputOf = (request: FastifyRequest): unknown => {
    const given = method === 'GET' ? queryOf(request) : (request.body ?? {});
    const input = { ...(given as object), ...(request.params as object) };
    const errors = Array.isArray(given) || typeof given !== 'object' ? [] : check.Errors(input);
    if (Array.isArray(given) || typeof given !== 'object')
      throw validationFailed([{ code: 'invalid_type', message: 'The body must be a JSON object.' }]);
    if (errors.length > 0) throw refused(method, errors.flatMap(explain));
    return input;
  };
  const contextFor = async (request: FastifyRequest): Promise<ActionContext> => {
    if (action.access === 'public') return anonymousContext(request, services);
    const context = await contextOf(request, services);
    if (action.access !== 'signed-in') context.caller.access.requireScope(action.access);
    return { ...context, host: request.hostname };
  };
  const run = async (context: Context, input: unknown, reply: FastifyReply): Promise<StoredAnswer> => {
    const { status = 200 } = action;
    const { body, sessionToken } = await action.run(context, input as never);
    if (sessionToken !== undefined) setSession(reply, sessionToken, services.tokens.lifetimeMs, secureCookies);
    return { status, headers: {}, body: status === 204 ? '' : JSON.stringify(body) };
  };
  return async (request, reply) => {
    const context = await contextFor(request);
    const input = inputOf(request);
    if (method === 'GET') return send(reply, await run(context, input, reply));
    return answerWrite(request, reply, context, queryOf(request), (within) =>
      run({ ...context, ...within }, input, reply),
    );
  };
}

/** What is wrong in a query is a bad request; in a body, a record that is not valid. */
const refused = (method: string, details: Detail[]): AppError =>
  method === 'GET'
    ? new AppError('bad_request', details[0]?.message ?? 'The query is not valid.', details)
    : validationFailed(details);

function setSession(reply: FastifyReply, token: string, lifetimeMs: number, secure: boolean): void {
  reply.setCookie(sessionCookie, token, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure,
    maxAge: Math.floor(lifetimeMs / 1000),
  });
}

interface SchemaError {
  readonly keyword: string;
  readonly instancePath: string;
  readonly message: string;
  readonly params: object;
}

/** Says of each problem which field has it. */
function explain({ keyword, instancePath, message, params }: SchemaError): Detail[] {
  const at = instancePath.slice(1).replaceAll('/', '.');
  const within = (key: string) => (at === '' ? key : `${at}.${key}`);
  const names = params as { requiredProperties?: string[]; additionalProperties?: string[] };
  if (keyword === 'required') {
    return (names.requiredProperties ?? []).map((key) => ({
      field: within(key),
      code: 'required',
      message: `${within(key)} is required.`,
    }));
  }
  if (keyword === 'additionalProperties') {
    return (names.additionalProperties ?? []).map((key) => ({
      field: within(key),
      code: 'unknown_field',
      message: `${within(key)} is not a field here.`,
    }));
  }
  if (keyword === 'boolean') return [];
  const code =
    keyword === 'type'
      ? 'invalid_type'
      : keyword === 'pattern' || keyword === 'format'
        ? 'invalid_format'
        : 'out_of_range';
  return [{ field: at, code, message: `${at} ${message}.` }];
}
