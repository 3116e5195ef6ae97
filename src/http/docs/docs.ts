import { createReadStream, readFileSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Action } from '#core/action.ts';
import type { Services } from '#core/context.ts';
import { otherOperations } from '#core/derive/openapi/openapi.ts';
import { notFound } from '#core/errors.ts';
import { baseStyles, pageHeaders } from '../html/page.ts';
import type { CompressionCache } from '../routing/compression.ts';
import { mountPath } from '../routing/mount.ts';
import { guidePage, indexPage, referencePage } from './docs-pages.ts';
import { Guides, readImage } from './guides.ts';
import { documentScope } from './openapi.ts';

const folder = path.join(import.meta.dirname, 'assets');
const ownFiles = { 'docs.css': 'text/css', 'find.js': 'text/javascript', 'start.js': 'text/javascript' };
const swaggerFiles = { 'swagger-ui.css': 'text/css', 'swagger-ui-bundle.js': 'text/javascript' };
const caching = { 'cache-control': 'public, max-age=3600' };

/**
 * A browsable reference that loads only files of this server. Each page shows one model, because Swagger UI needs half
 * a minute to render the whole document and ten seconds for a large module. The first page lists all models.
 */
export function mountDocs(
  server: FastifyInstance,
  services: Services,
  actions: readonly Action[],
  compressions: CompressionCache,
): void {
  const scopeOf = documentScope(services);
  const guides = new Guides();
  const send = (reply: FastifyReply, page: string) =>
    reply.header('cache-control', 'private, no-cache').type('text/html; charset=utf-8').send(page);
  mountPath(server, '/docs', {
    GET: async (request, reply) =>
      send(reply, indexPage((await scopeOf(request)).registry, actions, await guides.groups())),
  });
  mountGuides(server, guides);
  mountPath(server, '/docs/:moduleKey/:slug', {
    GET: async (request, reply) => {
      const { moduleKey, slug } = request.params as { moduleKey: string; slug: string };
      const { registry } = await scopeOf(request);
      const module = registry.modules.find(({ key }) => key === moduleKey);
      const model = registry.find(moduleKey, slug);
      if (!module || (!model && slug !== otherOperations)) throw notFound(`The page of ${moduleKey}/${slug}`);
      const url = `/openapi/${moduleKey}/${model?.slug ?? slug}.json`;
      return send(reply, referencePage(module.label, model?.labelPlural ?? 'Other operations', url));
    },
  });
  for (const [file, type] of Object.entries(ownFiles)) {
    const text = readFileSync(path.join(folder, file), 'utf8');
    const content = type === 'text/css' ? baseStyles + text : text;
    mountPath(server, `/docs/${file}`, {
      GET: async (_request, reply) => reply.headers(caching).type(`${type}; charset=utf-8`).send(content),
    });
  }
  mountSwagger(server, compressions);
}

/** The guides need no script, so their policy allows none. */
function mountGuides(server: FastifyInstance, guides: Guides): void {
  const headers = { ...pageHeaders, 'cache-control': 'no-cache' };
  mountPath(server, '/docs/:topic', {
    GET: async (request, reply) => {
      const { topic } = request.params as { topic: string };
      const guide = await guides.find(topic);
      if (!guide) throw notFound(`The guide ${topic}`);
      const page = guidePage(guide, await guides.groups(), topic);
      return reply.headers(headers).type('text/html; charset=utf-8').send(page);
    },
  });
  mountPath(server, '/docs/images/:name', {
    GET: async (request, reply) => {
      const { name } = request.params as { name: string };
      const image = await readImage(name);
      if (!image) throw notFound(`The picture ${name}`);
      return reply.headers(caching).type('image/webp').send(image);
    },
  });
}

/** The two files of Swagger UI that a page needs: 1.7 MB together, and a quarter of that compressed. */
function mountSwagger(server: FastifyInstance, compressions: CompressionCache): void {
  const require = createRequire(import.meta.url);
  const root = path.dirname(require.resolve('swagger-ui-dist/package.json'));
  for (const [name, type] of Object.entries(swaggerFiles)) {
    const file = path.join(root, name);
    mountPath(server, `/docs/assets/${name}`, {
      GET: async (request, reply) => {
        reply.headers(caching).type(`${type}; charset=utf-8`);
        if (await compressions.send(request, reply, file, () => readFile(file))) return reply;
        return reply.header('content-length', (await stat(file)).size).send(createReadStream(file));
      },
    });
  }
}
