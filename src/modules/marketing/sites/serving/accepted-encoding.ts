import type { FileEntry } from '../releases/manifest.ts';
import type { SiteEncoding } from '../releases/read-file.ts';

/** The stored form of a file that the client prefers. Browsers send one of a few texts, so the common case is a search in them. */
export function acceptedEncoding(header: string | undefined, { br, gzip }: FileEntry): SiteEncoding | undefined {
  if (header === undefined || (!br && !gzip)) return undefined;
  const accepts = (name: SiteEncoding) => header.includes(name) && !refuses(header, name);
  if (br && accepts('br')) return 'br';
  return gzip && accepts('gzip') ? 'gzip' : undefined;
}

const refuses = (header: string, name: string): boolean =>
  header.includes(';') && new RegExp(`\\b${name}\\s*;\\s*q=0(?:\\.0*)?\\s*(?:,|$)`).test(header);
