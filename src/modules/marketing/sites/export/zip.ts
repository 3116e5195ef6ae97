import { promisify } from 'node:util';
import zlib from 'node:zlib';
import type { ZipInputFile } from 'fflate';

/** By zlib, because fflate would compress in the thread of the server. */
const deflate = promisify(zlib.deflateRaw);
const deflated = 8;

export interface ZipEntry {
  /** The path with slashes, but without one at the start. */
  readonly name: string;
  read(): Promise<Buffer>;
}

/** The first day that the format knows: equal releases give equal archives. */
const firstDay = new Date(1980, 0, 1);

/** Writes a zip archive, one file at a time. Without ZIP64 it may have 65,535 files and 4 GB. */
export async function* zipArchive(entries: Iterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const chunks: Uint8Array[] = [];
  // Loaded with the first archive: 14 MB that many servers never need.
  const { Zip } = await import('fflate');
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    chunks.push(chunk);
  });
  for (const entry of entries) {
    const bytes = await entry.read();
    const packed = await deflate(bytes);
    const file: ZipInputFile = {
      filename: entry.name,
      crc: zlib.crc32(bytes),
      size: bytes.length,
      compression: deflated,
      mtime: firstDay,
    };
    zip.add(file);
    file.ondata?.(null, packed, true);
    yield* chunks.splice(0);
  }
  zip.end();
  yield* chunks.splice(0);
}
