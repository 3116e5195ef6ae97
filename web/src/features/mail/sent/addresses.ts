const shownAddresses = 3;

/** The first addresses of a mail, and the number of further ones. */
export function addressesOf(value: unknown): string {
  const all = Array.isArray(value) ? value.map(String) : [];
  const rest = all.length - shownAddresses;
  return `${all.slice(0, shownAddresses).join(', ')}${rest > 0 ? ` +${rest}` : ''}`;
}
