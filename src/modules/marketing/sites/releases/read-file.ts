import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { ByteRange, FileStorage } from '#lib/file-storage/storage.ts';
import type { FileEntry, Manifest } from './manifest.ts';

export type SiteEncoding = 'br' | 'gzip';

/** Opens a file of a release or a part of it, uncompressed or compressed. */
export function openFile(
  storage: FileStorage,
  packs: Manifest['packs'],
  entry: FileEntry,
  encoding?: SiteEncoding,
  part?: ByteRange,
): Promise<Readable> {
  if (entry.stored !== undefined) return storage.read(entry.stored, part);
  const slice = encoding === undefined ? entry.at : entry[encoding];
  const pack = slice && packs[slice[0]];
  if (!slice || !pack) throw new Error('the manifest of a release lacks a pack');
  const { first, last } = part ?? { first: 0, last: slice[2] - 1 };
  return storage.read(pack.storageKey, { first: slice[1] + first, last: slice[1] + last });
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
