import ipaddr from 'ipaddr.js';

const globalUnicast = ipaddr.parseCIDR('2000::/3') as [ipaddr.IPv6, number];
const nat64 = ipaddr.parseCIDR('64:ff9b::/96') as [ipaddr.IPv6, number];

/**
 * True when an address belongs to the public Internet. False for loopback, private, link-local (which includes the
 * metadata services of clouds), shared, reserved and multicast addresses, even when such an IPv4 address is embedded in
 * an IPv6 address.
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

/** The IP address in a URL; undefined when the URL names a host. */
export function literalAddress({ hostname }: URL): string | undefined {
  const bare = hostname.replace(/^\[(.*)\]$/, '$1');
  return ipaddr.isValid(bare) ? bare : undefined;
}
