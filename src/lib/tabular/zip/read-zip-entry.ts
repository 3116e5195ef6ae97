import { pipeline, type Readable } from 'node:stream';
import { createInflateRaw } from 'node:zlib';
import { charactersPerTurn } from '../limits.ts';
import { type TableFile, TableProblem } from '../table.ts';
import { brokenWorkbook, readBytes, type ZipEntry } from './zip-directory.ts';

/** Spreadsheets of real data shrink to a tenth, those of repeated values to a fiftieth. Deflate allows 1,032. */
const maxRatio = 200;
/** Small files may shrink more. */
const minAllowedBytes = 20 * 1024 * 1024;
/** Fewer and larger chunks wait less for the threads that unpack. */
const chunkBytes = 256 * 1024;

/**
 * Unpacks a file of an archive as it is read, off the main thread. Throws a TableProblem for more than `maxBytes`, and for
 * a file that was made to fill memory.
 */
export async function* readZipEntry(file: TableFile, entry: ZipEntry, maxBytes: number): AsyncGenerator<Buffer> {
  const header = await readBytes(file, entry.offset, 30);
  if (header.readUInt32LE(0) !== 0x04034b50) throw brokenWorkbook('its ZIP archive is damaged');
  const first = entry.offset + 30 + header.readUInt16LE(26) + header.readUInt16LE(28);
  if (entry.packedSize === 0) return;
  if (first + entry.packedSize > file.size) throw brokenWorkbook('its ZIP archive is cut off');
  const packed = await file.read({ first, last: first + entry.packedSize - 1 });
  const allowed = Math.min(maxBytes, Math.max(minAllowedBytes, entry.packedSize * maxRatio));
  let read = 0;
  try {
    for await (const chunk of entry.isDeflated ? inflated(packed) : (packed as AsyncIterable<Buffer>)) {
      read += chunk.length;
      if (read > allowed)
        throw new TableProblem('too_large', 'The workbook is too large when it is unpacked. Save the sheet as CSV.');
      for (let at = 0; at < chunk.length; at += charactersPerTurn) yield chunk.subarray(at, at + charactersPerTurn);
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code?.startsWith('Z_')) throw brokenWorkbook('its compression is damaged');
    throw error;
  }
}

function inflated(packed: Readable): AsyncIterable<Buffer> {
  const inflate = createInflateRaw({ chunkSize: chunkBytes });
  // The loop over `inflate` gets the error, also one of `packed`.
  pipeline(packed, inflate, () => {});
  return inflate;
}
