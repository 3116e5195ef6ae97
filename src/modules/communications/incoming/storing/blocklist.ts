import { domainOf } from '../../messages/reading/addresses.ts';

/** True when an address is on a blocklist of addresses and domains. A domain includes its subdomains. */
export function isBlocked(address: string, blocklist: readonly string[]): boolean {
  const given = address.toLowerCase();
  const domain = domainOf(given);
  return blocklist.some((entry) => {
    const blocked = entry.trim().toLowerCase();
    if (blocked.indexOf('@') > 0) return blocked === given;
    const name = blocked.replace(/^(?:\*\.|@|\.)+/, '');
    return name !== '' && (domain === name || domain.endsWith(`.${name}`));
  });
}
