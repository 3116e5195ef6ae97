import ipaddr from 'ipaddr.js';

const globalUnicast = ipaddr.parseCIDR('2000::/3') as [ipaddr.IPv6, number];
const nat64 = ipaddr.parseCIDR('64:ff9b::/96') as [ipaddr.IPv6, number];

/**
 * Whether an address is one of the public Internet. Everything with another meaning is not: loopback, private, link-local
 * (and so the metadata services of clouds), shared, reserved, multicast; nor is such an IPv4 address inside an IPv6 one.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.parse(text);
  if (address.kind() === 'ipv4') return address.range() === 'unicast';
  const v6 = address as ipaddr.IPv6;
  if (v6.isIPv4MappedAddress()) return isPublicAddress(v6.toIPv4Address().toString());
  if (v6.match(nat64)) return isPublicAddress(v6.toByteArray().slice(12).join('.'));
  return v6.range() === 'unicast' && v6.match(globalUnicast);
}

/** The address that a URL names by number, in whatever notation; undefined when it names a host. */
export function literalAddress({ hostname }: URL): string | undefined {
  const bare = hostname.replace(/^\[(.*)\]$/, '$1');
  return ipaddr.isValid(bare) ? bare : undefined;
}
