import type { Context } from '#core/context.ts';
import { type JsonValue, Problem } from '#core/fields/field.ts';
import { ForbiddenAddress, requirePublicLiteral } from '#lib/guarded-lookup.ts';
import { mayNamePrivate } from '../../smtp/private-addresses.ts';
import { InvalidSmtpUrl, parseSmtpUrl, requireKnownParameters } from '../../smtp/smtp-url.ts';
import { asciiDomain } from './message.ts';

/**
 * Reports mistakes early. Addresses are checked again at each connection, except for the operator's own transports, whose names may lead
 * to private addresses; so only an administrator of the platform writes those.
 */
export function requireSmtpUrl(value: JsonValue, { services, caller }: Context): void {
  const mayBePrivate = mayNamePrivate(services, caller.access);
  if (!mayBePrivate && caller.userId !== null && services.directory.isOperator(caller.accountKey))
    caller.access.requireScope('platform:admin');
  try {
    const server = parseSmtpUrl(String(value));
    requireKnownParameters(server);
    requirePublicLiteral(server.host, mayBePrivate);
  } catch (error) {
    if (error instanceof InvalidSmtpUrl) throw new Problem('invalid_format', error.message);
    if (error instanceof ForbiddenAddress)
      throw new Problem('invalid_format', 'must name a host that is reachable from the Internet');
    throw error;
  }
}

export function requireDomain(value: JsonValue): void {
  if (!/^(?!-)[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(asciiDomain(String(value).toLowerCase())))
    throw new Problem('invalid_format', 'must be a domain, such as mail.example.com');
}
