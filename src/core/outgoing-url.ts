import { isPublicAddress, literalAddress } from '#lib/addresses.ts';
import type { Services } from './context.ts';
import { Problem } from './fields/field.ts';

/** True for names that always resolve to the machine itself (RFC 6761). */
const isLocalName = (hostname: string): boolean => /(?:^|\.)localhost\.?$/i.test(hostname);

/**
 * Checks a URL from a tenant that the platform will call, such as that of a webhook: it must be https, without
 * credentials, and not in a private network, unless the operator allows that. This reports mistakes early; addresses
 * are checked again at each connection.
 */
export function requireOutgoingUrl(text: string, { settings }: Pick<Services, 'settings'>): void {
  const { allowPrivate } = settings.outgoing;
  const address = URL.canParse(text) ? new URL(text) : undefined;
  if (!address || (address.protocol !== 'https:' && !(allowPrivate && address.protocol === 'http:')))
    throw new Problem('invalid_format', 'must be an https address');
  if (address.username !== '' || address.password !== '')
    throw new Problem('invalid_format', 'must not hold a user name or password; check the signature instead');
  if (allowPrivate) return;
  const literal = literalAddress(address);
  if (isLocalName(address.hostname) || (literal !== undefined && !isPublicAddress(literal)))
    throw new Problem(
      'invalid_format',
      `must be reachable from the Internet, and ${literal ?? address.hostname} is not`,
    );
}
