import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Services } from '#core/context.ts';
import type { FormVisit, Page, PageAnswer, Visit } from '#core/page.ts';
import { queryText } from '../api/query-string.ts';
import { contextOf } from '../auth/session.ts';
import { acceptMultipart, withFormFiles } from '../files/uploads.ts';
import { pageHeaders, renderPage } from '../html/page.ts';
import { type ErrorPages, mountPath } from '../routing/mount.ts';

/** The forms of these pages have a few short fields. */
const bodyLimit = 16 * 1024;

/** The pages have no script, and their forms post to themselves. Search engines must not list their URLs. */
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
  for (const takesFiles of [false, true]) {
    await server.register(async (scope) => {
      acceptForms(scope);
      if (takesFiles) acceptMultipart(scope);
      for (const page of pages) if ((page.files !== undefined) === takesFiles) mountPage(scope, services, page);
    });
  }
}

/**
 * Bodies of other types are read and ignored, because mail programs may send the one-click unsubscription as multipart.
 */
function acceptForms(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', { parseAs: 'string' }, ({ headers: { 'content-type': type } }, text, done) => {
    const isForm = type?.toLowerCase().startsWith('application/x-www-form-urlencoded') ?? false;
    done(null, isForm ? new URLSearchParams(String(text)) : undefined);
  });
}

function mountPage(scope: FastifyInstance, services: Services, page: Page): void {
  const visitOf = (request: FastifyRequest): Visit => ({
    services,
    origin: request,
    requestId: request.id,
    rest: (request.params as { '*': string })['*'],
    query: queryText(request),
    session: async () => contextOf(request, services),
    headOnly: request.method === 'HEAD',
  });
  const errorPages: ErrorPages = {
    title: 'That did not work',
    ...(page.failed && {
      send: async (error, request, reply) => {
        const shown = await page.failed?.(visitOf(request), error);
        return answer(reply, { status: error.status, ...(shown as PageAnswer) });
      },
    }),
  };
  const { post } = page;
  mountPath(scope, page.path, {
    GET: { handler: async (request, reply) => answer(reply, await page.get(visitOf(request))), errorPages },
    ...(post && {
      POST: {
        handler: async (request, reply) => {
          const visit = visitOf(request);
          const run = async (uploads: FormVisit['uploads']) => {
            const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
            return answer(reply, await post({ ...visit, form, uploads }));
          };
          const { files } = page;
          return files ? withFormFiles(request, files, () => files.owner(visit), run) : run([]);
        },
        errorPages,
        bodyLimit: page.bodyLimit ?? bodyLimit,
        multipart: true,
      },
    }),
  });
}

function answer(reply: FastifyReply, given: PageAnswer): FastifyReply {
  reply.headers(headers).headers(given.headers ?? {});
  if (given.headers?.['x-frame-options'] === '') reply.removeHeader('x-frame-options');
  if ('redirect' in given) return reply.redirect(given.redirect, given.status ?? 302);
  reply.code(given.status ?? 200);
  if ('content' in given) return reply.type(given.type).send(given.content);
  return reply.type('text/html; charset=utf-8').send(renderPage(given));
}
