import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Services } from '#core/context.ts';
import type { SiteAnswer, SiteRequest, SiteServer } from '#core/site-server.ts';

const unavailable: SiteAnswer = {
  status: 503,
  headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store', 'retry-after': 5 },
  body: Buffer.from('The website cannot be read at the moment. Try again in a few seconds.\n'),
};

/**
 * Answers requests for published websites before the router of the platform sees them. The hooks of the platform, which
 * add headers, ids and permissions, cost more than sending a file from memory.
 */
export function serveSites(
  sites: readonly SiteServer[],
  { load, log }: Services,
  trustProxy: boolean,
  platform: RequestListener,
): RequestListener {
  const logs = log.isLevelEnabled('info');
  return (message, response) => {
    const request = siteRequest(message, trustProxy);
    for (const site of sites) {
      const answer = site.answer(request);
      if (answer === undefined) continue;
      load.request();
      if (logs) logLine(request, response, log);
      if (!(answer instanceof Promise)) return send(message, response, answer);
      answer.then(
        (found) => send(message, response, found),
        (error: Error) => {
          log.error({ err: error }, 'a website could not be read');
          send(message, response, unavailable);
        },
      );
      return;
    }
    platform(message, response);
  };
}

function siteRequest(
  { method = 'GET', url = '/', headers, socket }: IncomingMessage,
  trustProxy: boolean,
): SiteRequest {
  const last = (name: string): string | undefined =>
    trustProxy
      ? String(headers[name] ?? '')
          .split(',')
          .at(-1)
          ?.trim() || undefined
      : undefined;
  return {
    method,
    url,
    headers,
    host: (last('x-forwarded-host') ?? headers.host ?? '').toLowerCase(),
    ip: last('x-forwarded-for') ?? socket.remoteAddress ?? '',
    secure:
      trustProxy && headers['x-forwarded-proto'] !== undefined ? last('x-forwarded-proto') === 'https' : undefined,
  };
}

function send(message: IncomingMessage, response: ServerResponse, { status, headers, body }: SiteAnswer): void {
  // Node drains an unread body by itself, but only after the answer is complete, so the answer would wait for a large
  // body.
  if (message.method !== 'GET' && message.method !== 'HEAD') message.resume();
  response.writeHead(status, headers as Record<string, string>);
  if (message.method === 'HEAD' || body === undefined) {
    if (body instanceof Readable) body.destroy();
    response.end();
  } else if (body instanceof Readable) pipeline(body, response).catch(() => response.destroy());
  else response.end(body);
}

function logLine({ method, url, host, ip }: SiteRequest, response: ServerResponse, log: Services['log']): void {
  const startedAt = performance.now();
  response.once('close', () => {
    const path = url.split('?', 1)[0]?.slice(0, 200);
    const ms = Math.round((performance.now() - startedAt) * 10) / 10;
    log.info({ method, path, host, route: 'site', status: response.statusCode, ms, ip }, 'request');
  });
}
