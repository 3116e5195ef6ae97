import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { mountPath } from '../mount.ts';
import { pageHeaders } from './page.ts';

const folder = path.join(import.meta.dirname, 'assets');
const pages = ['verify-email', 'reset-password', 'accept-invitation'];
const assets = { 'page.js': 'text/javascript', 'start.js': 'text/javascript', 'page.css': 'text/css' };

/**
 * Where the links in mails lead. Getting a page changes nothing, since programs that look mail over follow its links; what
 * a link is for is done by the button of the page.
 */
export function mountAccountPages(server: FastifyInstance): void {
  const mount = (url: string, file: string, type: string) => {
    const content = readFileSync(path.join(folder, file));
    mountPath(server, url, {
      GET: async (_request, reply) => reply.headers(pageHeaders).type(`${type}; charset=utf-8`).send(content),
    });
  };
  for (const page of pages) mount(`/account/${page}`, `${page}.html`, 'text/html');
  for (const [file, type] of Object.entries(assets)) mount(`/account/assets/${file}`, file, type);
}
