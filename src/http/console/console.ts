import { randomBytes } from 'node:crypto';
import path from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '#core/errors.ts';
import { sendPage } from '../html/page.ts';
import { encodingFor } from '../routing/compression.ts';
import { type Handler, mountPath } from '../routing/mount.ts';
import { type Build, type ConsoleFile, ConsoleFiles, isFileName } from './console-files.ts';

const builtFolder = path.join(import.meta.dirname, '../../../web/dist');

/**
 * The Content-Security-Policy. Scripts and style elements need the nonce of their page, so that injected HTML can
 * neither run scripts nor apply styles.
 */
const policyWith = (nonce: string): string =>
  [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    // Mails and knowledge articles show images of other servers.
    "img-src 'self' data: blob: https:",
    // Previews of social posts and of pages play uploaded videos.
    "media-src 'self'",
    "connect-src 'self'",
    "font-src 'self'",
    "manifest-src 'self'",
    // Mails are shown in sandboxed frames.
    "frame-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
  ].join(';');

const pageHeaders = {
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
  'x-robots-tag': 'noindex',
};

/** The web console: the files of `npm run build`. Every path other than that of a file is a page of the console. */
export function mountConsole(server: FastifyInstance, folder: string = builtFolder): void {
  const consoleFiles = new ConsoleFiles(folder);
  const get: Handler = async (request, reply) => {
    const build = await consoleFiles.build();
    if (!build) return sendMissing(reply);
    const name = (request.params as { '*'?: string })['*'] ?? '';
    const file = build.files.get(name);
    if (file) return sendFile(request, reply, file);
    if (isFileName(name))
      throw new AppError('not_found', 'The console has no such file.', [], { 'cache-control': 'no-store' });
    return sendConsole(request, reply, build);
  };
  mountPath(server, '/app', { GET: get });
  mountPath(server, '/app/*', { GET: get });
}

/**
 * There is no ETag: after a 304 the browser would show the stored page, whose nonce does not match the new policy. A
 * page whose URL has a token is not stored at all, because the token is as good as a password.
 */
function sendConsole(request: FastifyRequest, reply: FastifyReply, { page }: Build): FastifyReply {
  const nonce = randomBytes(18).toString('base64');
  const hasToken = /[?&]token=/.test(request.url);
  return reply
    .headers(pageHeaders)
    .header('content-security-policy', policyWith(nonce))
    .header('cache-control', hasToken ? 'no-store' : 'no-cache')
    .type('text/html; charset=utf-8')
    .send(page.join(nonce));
}

async function sendFile(request: FastifyRequest, reply: FastifyReply, file: ConsoleFile): Promise<FastifyReply> {
  const wanted = encodingFor(request.headers['accept-encoding']);
  const { bytes, etag, encoding } = await file.read(wanted && file.encodings.has(wanted) ? wanted : undefined);
  reply
    .header('etag', etag)
    .header('cache-control', file.immutable ? 'public, max-age=31536000, immutable' : 'no-cache');
  if (file.encodings.size > 0) reply.header('vary', 'accept-encoding');
  if (clientHas(request.headers['if-none-match'], etag)) return reply.code(304).send();
  if (encoding) reply.header('content-encoding', encoding);
  return reply.type(file.type).header('content-length', bytes.length).send(bytes);
}

const clientHas = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch?.split(',').some((given) => given.trim().replace(/^W\//, '') === etag) ?? false;

const sendMissing = (reply: FastifyReply): FastifyReply =>
  sendPage(reply.code(503), {
    title: 'The console is not built',
    main: `
      <h1>The console is not built</h1>
      <p>Build it in the folder of the server, then load this page again. The server need not be restarted.</p>
      <p><code>npm run build</code></p>
      <p class="hint">The API works without it: <a href="/docs">the reference</a>.</p>`,
  });
