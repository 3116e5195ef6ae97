import type { FastifyInstance } from 'fastify';
import { baseStyles, pageHeaders, readPageAsset } from '../html/page.ts';
import { mountPath } from '../routing/mount.ts';

const pages = ['verify-email', 'reset-password', 'accept-invitation'];

/** A longer text is not a token, and would create a header that clients refuse. */
const maxTokenLength = 1000;

/** Redirects `/account/…` to the console, because mails of earlier versions link to it. */
export function mountAccountPages(server: FastifyInstance): void {
  for (const page of pages) {
    mountPath(server, `/account/${page}`, {
      GET: async (request, reply) => {
        const token = new URLSearchParams(request.url.split('?')[1]).get('token') ?? '';
        const isToken = token !== '' && token.length <= maxTokenLength;
        const query = isToken ? `?token=${encodeURIComponent(token)}` : '';
        return reply.headers(pageHeaders).redirect(`/app/${page}${query}`, 302);
      },
    });
  }
  const styles = baseStyles + readPageAsset('page.css');
  mountPath(server, '/account/assets/page.css', {
    GET: async (_request, reply) => reply.headers(pageHeaders).type('text/css; charset=utf-8').send(styles),
  });
}
