import { domainToASCII } from 'node:url';

/** Returns the domain in the form of DNS; undefined when a website cannot have it. */
export function hostOf(domain: string): string | undefined {
  const given = domain.trim().toLowerCase();
  // domainToASCII would drop a path or a port after the domain.
  const host = /^[\p{L}\p{M}\p{N}.-]+$/u.test(given) ? domainToASCII(given) : '';
  return /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/.test(host)
    ? host
    : undefined;
}
