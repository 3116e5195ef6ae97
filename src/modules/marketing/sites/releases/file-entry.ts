import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import type { FileEntry } from './manifest.ts';
import type { PackWriter } from './pack-writer.ts';

const brotli = promisify(zlib.brotliCompress);
const gzip = promisify(zlib.gzip);

/** Smaller files fit into one packet without compression. */
const minCompressedBytes = 600;

/** Quality 11 takes fifty times as long as 6, and saves only another tenth. */
const brotliQuality = 6;

/** A window of the file's size finds all repetitions. The tables for the largest window take 2 MB for each file. */
const windowBits = (length: number): number =>
  Math.min(
    zlib.constants.BROTLI_MAX_WINDOW_BITS,
    Math.max(zlib.constants.BROTLI_MIN_WINDOW_BITS, Math.ceil(Math.log2(length))),
  );

/**
 * Limits the chunk size: a result in one chunk keeps the memory of the whole chunk, by default 16 KiB for a page of 2
 * KiB.
 */
const chunkSizeFor = (length: number): number => Math.min(16_384, Math.max(256, Math.ceil(length / 4)));

export interface EncodedFile {
  readonly sha256: string;
  readonly type: string;
  readonly bytes: Buffer;
  readonly br: Buffer | undefined;
  readonly gzip: Buffer | undefined;
}

/** Compresses a file at publishing, so that no visitor waits for it. */
export async function encodeFile(text: string, type: string): Promise<EncodedFile> {
  const bytes = Buffer.from(text);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  if (bytes.length < minCompressedBytes) return { sha256, type, bytes, br: undefined, gzip: undefined };
  const params = {
    [zlib.constants.BROTLI_PARAM_QUALITY]: brotliQuality,
    [zlib.constants.BROTLI_PARAM_MODE]: zlib.constants.BROTLI_MODE_TEXT,
    [zlib.constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    [zlib.constants.BROTLI_PARAM_LGWIN]: windowBits(bytes.length),
  };
  const chunkSize = chunkSizeFor(bytes.length);
  const [br, gz] = await Promise.all([brotli(bytes, { params, chunkSize }), gzip(bytes, { level: 6, chunkSize })]);
  return { sha256, type, bytes, br, gzip: gz };
}

export async function packFile(
  packs: PackWriter,
  { sha256, type, bytes, br, gzip: gz }: EncodedFile,
): Promise<FileEntry> {
  const size = bytes.length;
  const at = await packs.take(bytes);
  return {
    sha256,
    type,
    size,
    at,
    ...(br && { br: await packs.take(br) }),
    ...(gz && { gzip: await packs.take(gz) }),
  };
}
