import type { FastifyInstance } from 'fastify';
import { mountPath } from '../mount.ts';
import { baseStyles, noScriptElement, pageHeaders, readPageAsset, renderPage, resultElement } from './page.ts';

const titles = {
  'verify-email': 'Confirm your address',
  'reset-password': 'Choose a new password',
  'accept-invitation': 'Accept the invitation',
};

/**
 * The pages that links in mails open. GET changes nothing, because mail scanners follow links: the button of the page
 * sends the request that does.
 */
export function mountAccountPages(server: FastifyInstance): void {
  const mount = (url: string, type: string, content: string) => {
    mountPath(server, `/account/${url}`, {
      GET: async (_request, reply) => reply.headers(pageHeaders).type(`${type}; charset=utf-8`).send(content),
    });
  };
  for (const [name, title] of Object.entries(titles)) {
    const form = readPageAsset(`${name}.html`);
    const main = `<h1>${title}</h1>${form}${resultElement}${noScriptElement}`;
    mount(name, 'text/html', renderPage({ title, main, script: 'page.js', assets: 'assets' }));
  }
  for (const file of ['page.js', 'start.js']) mount(`assets/${file}`, 'text/javascript', readPageAsset(file));
  mount('assets/page.css', 'text/css', baseStyles + readPageAsset('page.css'));
}
