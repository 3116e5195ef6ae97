import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { FileStorage } from '#lib/file-storage/storage.ts';
import type { FileEntry, Manifest } from './manifest.ts';

export type SiteEncoding = 'br' | 'gzip';

/** Opens a file of a release, as it is or compressed. */
export function openFile(
  storage: FileStorage,
  packs: Manifest['packs'],
  entry: FileEntry,
  encoding?: SiteEncoding,
): Promise<Readable> {
  if (entry.stored !== undefined) return storage.read(entry.stored);
  const slice = encoding === undefined ? entry.at : entry[encoding];
  const pack = slice && packs[slice[0]];
  if (!slice || !pack) throw new Error('the manifest of a release lacks a pack');
  return storage.read(pack.storageKey, { first: slice[1], last: slice[1] + slice[2] - 1 });
}

export async function readFile(
  storage: FileStorage,
  packs: Manifest['packs'],
  entry: FileEntry,
  encoding?: SiteEncoding,
): Promise<Buffer> {
  const length = encoding === undefined ? entry.size : (entry[encoding]?.[2] ?? 0);
  return length === 0 ? Buffer.alloc(0) : buffer(await openFile(storage, packs, entry, encoding));
}
