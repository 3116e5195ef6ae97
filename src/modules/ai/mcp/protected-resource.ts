import type { Context } from '#core/context.ts';
import { subdomainOf } from '#lib/subdomain.ts';

export const mcpPath = '/api/ai/mcp';
export const metadataPath = '/.well-known/oauth-protected-resource';

type Visit = Pick<Context, 'services' | 'origin'>;

/** The URL of this server for the client: the public URL of the platform, or the tenant's subdomain. */
function baseUrl({ services: { publicUrl, publicHost }, origin }: Visit): string {
  if (publicHost === undefined) {
    const url = `${origin?.protocol}://${origin?.headers.host}`;
    return URL.canParse(url) ? new URL(url).origin : publicUrl();
  }
  const subdomain = origin && subdomainOf(origin.hostname, publicHost);
  if (subdomain === undefined) return publicUrl();
  const url = new URL(publicUrl());
  url.hostname = `${subdomain}.${publicHost}`;
  return url.href.replace(/\/$/, '');
}

/**
 * Describes this server to clients without a key (RFC 9728). It names no authorization server, because there is none:
 * users create an API key and give it to the client.
 */
export const protectedResource = (visit: Visit) => ({
  resource: `${baseUrl(visit)}${mcpPath}`,
  resource_name: 'Atrium',
  bearer_methods_supported: ['header'],
  scopes_supported: ['ai:write'],
  resource_documentation: `${baseUrl(visit)}/docs`,
});

/** The WWW-Authenticate header of a 401 answer. */
export const challenge = (visit: Visit): string =>
  `Bearer resource_metadata="${baseUrl(visit)}${metadataPath}${mcpPath}"`;
