import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Services } from '#core/context.ts';
import type { Page, PageAnswer, Visit } from '#core/page.ts';
import { mountPath } from '../mount.ts';
import { pageHeaders, renderPage } from './page.ts';

/** The forms of these pages have a few short fields. */
const bodyLimit = 16 * 1024;

/** The pages have no script, and their forms are sent to themselves. Search engines must not list their addresses. */
const headers = {
  ...pageHeaders,
  'x-robots-tag': 'noindex',
  'content-security-policy': [
    "default-src 'none'",
    "style-src 'self'",
    'img-src data:',
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join(';'),
};

/** Mounts the public pages of the modules. */
export async function mountModulePages(
  server: FastifyInstance,
  services: Services,
  pages: readonly Page[],
): Promise<void> {
  await server.register(async (scope) => {
    acceptForms(scope);
    for (const page of pages) mountPage(scope, services, page);
  });
}

/** Bodies of other types are read and ignored: mail programs may send the one-click unsubscription as multipart. */
function acceptForms(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(
    '*',
    { parseAs: 'string', bodyLimit },
    ({ headers: { 'content-type': type } }, text, done) => {
      const isForm = type?.toLowerCase().startsWith('application/x-www-form-urlencoded') ?? false;
      done(null, isForm ? new URLSearchParams(String(text)) : undefined);
    },
  );
}

function mountPage(scope: FastifyInstance, services: Services, page: Page): void {
  const visitOf = (request: FastifyRequest): Visit => ({
    services,
    origin: request,
    requestId: request.id,
    rest: (request.params as { '*': string })['*'],
    headOnly: request.method === 'HEAD',
  });
  const errorPages = { title: 'That did not work' };
  const { post } = page;
  mountPath(scope, page.path, {
    GET: { handler: async (request, reply) => answer(reply, await page.get(visitOf(request))), errorPages },
    ...(post && {
      POST: {
        handler: async (request, reply) => {
          const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
          return answer(reply, await post({ ...visitOf(request), form }));
        },
        errorPages,
        bodyLimit,
        multipart: true,
      },
    }),
  });
}

function answer(reply: FastifyReply, given: PageAnswer): FastifyReply {
  reply.headers(headers).headers(given.headers ?? {});
  if ('redirect' in given) return reply.redirect(given.redirect, given.status ?? 302);
  reply.code(given.status ?? 200);
  if ('content' in given) return reply.type(given.type).send(given.content);
  return reply.type('text/html; charset=utf-8').send(renderPage(given));
}
