import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import type { Services } from '#core/context.ts';
import { AppError } from '#core/errors.ts';
import type { CorsOrigins } from './cors.ts';

/**
 * Refuses a browser request whose page is neither ours nor of an allowed origin. An attacker's page can reach a server
 * in a private network by resolving its own host name to the address of that server; the Origin header still names the
 * page.
 */
export function requireOwnOrigin(
  request: FastifyRequest,
  services: Services,
  corsOrigins: CorsOrigins | undefined,
): void {
  const { origin } = request.headers;
  if (origin === undefined) return;
  if (corsOrigins === '*' || corsOrigins?.has(origin)) return;
  if (URL.canParse(origin) && isOurs(new URL(origin), request, services)) return;
  throw new AppError(
    'forbidden',
    'Pages of this origin may not use this path: the operator can allow it with CORS_ORIGINS.',
    [{ code: 'foreign_origin', message: `The origin ${origin.slice(0, 200)} is not allowed.` }],
  );
}

function isOurs(from: URL, { host }: FastifyRequest, { publicHost, publicUrl }: Services): boolean {
  if (publicHost !== undefined) {
    const own = new URL(publicUrl());
    return from.protocol === own.protocol && (from.host === own.host || from.host.endsWith(`.${own.host}`));
  }
  // Without PUBLIC_URL, the Host header is compared. It proves nothing for a host name, because anybody can resolve a
  // name to our address.
  const name = from.hostname.replace(/^\[(.*)\]$/, '$1');
  return from.host === host && (name === 'localhost' || name.endsWith('.localhost') || isIP(name) !== 0);
}
