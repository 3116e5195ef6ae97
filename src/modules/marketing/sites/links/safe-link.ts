export const linkForm = 'an http, https, mailto or tel address, a path such as /contact, or #section';

/**
 * True when an address may be used in a link. Browsers ignore spaces and control characters before and inside a scheme,
 * so an address with such characters is refused rather than repaired: `java\tscript:` is a script.
 */
export function isSafeLink(address: string, schemes: readonly string[] = ['http', 'https', 'mailto', 'tel']): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: hostile addresses contain these characters.
  if (/[\u0000-\u0020\u007f-\u00a0\u2028\u2029\\]/.test(address)) return false;
  // `//host` would take the scheme of the page.
  if (address.startsWith('//')) return false;
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(address)?.[1]?.toLowerCase();
  if (scheme === undefined) return /^[/#?.\w]/.test(address);
  if (!schemes.includes(scheme)) return false;
  return scheme === 'mailto' || scheme === 'tel' || URL.canParse(address);
}
