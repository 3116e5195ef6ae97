import { createRequire } from 'node:module';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { mountPath } from './mount.ts';

const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Atrium API</title>
    <link rel="stylesheet" href="/docs/assets/swagger-ui.css">
  </head>
  <body>
    <div id="reference"></div>
    <script src="/docs/assets/swagger-ui-bundle.js"></script>
    <script src="/docs/start.js"></script>
  </body>
</html>
`;

/** Models are many: everything begins folded, with a box to find one. */
const start = `SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  docExpansion: 'none',
  filter: true,
  defaultModelsExpandDepth: -1,
  tagsSorter: 'alpha',
  withCredentials: true,
});
`;

/** A browsable reference, from files of this process alone. */
export function mountDocs(server: FastifyInstance): void {
  const require = createRequire(import.meta.url);
  server.register(fastifyStatic, {
    root: path.dirname(require.resolve('swagger-ui-dist/package.json')),
    prefix: '/docs/assets/',
    allowedPath: (name) => /\.(?:css|js|png)$/.test(name),
    index: false,
    maxAge: '1h',
  });
  mountPath(server, '/docs', {
    GET: async (_request, reply) => reply.type('text/html; charset=utf-8').send(page),
  });
  mountPath(server, '/docs/start.js', {
    GET: async (_request, reply) => reply.type('text/javascript; charset=utf-8').send(start),
  });
}
