import type { FileEntry } from '../releases/manifest.ts';
import type { SiteEncoding } from '../releases/read-file.ts';

/**
 * Chooses the stored encoding that the client prefers. Browsers send few different texts, so a plain search in the text
 * covers the common case.
 */
export function acceptedEncoding(header: string | undefined, { br, gzip }: FileEntry): SiteEncoding | undefined {
  if (header === undefined || (!br && !gzip)) return undefined;
  const accepts = (name: SiteEncoding) => header.includes(name) && !refuses(header, name);
  if (br && accepts('br')) return 'br';
  return gzip && accepts('gzip') ? 'gzip' : undefined;
}

const refuses = (header: string, name: string): boolean =>
  header.includes(';') && new RegExp(`\\b${name}\\s*;\\s*q=0(?:\\.0*)?\\s*(?:,|$)`).test(header);
