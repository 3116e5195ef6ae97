import { type TableFile, TableProblem } from '../table.ts';

/** A file in a ZIP archive. */
export interface ZipEntry {
  readonly name: string;
  readonly isDeflated: boolean;
  readonly packedSize: number;
  /** Where the header of the file begins. */
  readonly offset: number;
}

const maxEntries = 10_000;
const maxDirectoryBytes = 4 * 1024 * 1024;
/** The end record has 22 bytes, after which there may be a comment. */
const endBytes = 22 + 65_535;
const largest32 = 0xffffffff;

const signatures = {
  entry: 0x02014b50,
  end: 0x06054b50,
  end64: 0x06064b50,
  end64Locator: 0x07064b50,
} as const;

export const isZip = (start: Buffer): boolean => start.length >= 4 && start.readUInt32LE(0) === 0x04034b50;

export const brokenWorkbook = (reason: string): TableProblem =>
  new TableProblem('broken_workbook', `The workbook cannot be read: ${reason}. Save it again, or save it as CSV.`);

export async function readBytes(file: TableFile, first: number, length: number): Promise<Buffer> {
  if (length <= 0 || first < 0 || first + length > file.size) throw brokenWorkbook('its ZIP archive is cut off');
  const chunks: Buffer[] = [];
  for await (const chunk of (await file.read({ first, last: first + length - 1 })) as AsyncIterable<Buffer>)
    chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Reads the list of files at the end of an archive, also of ZIP64. */
export async function readZipDirectory(file: TableFile): Promise<ReadonlyMap<string, ZipEntry>> {
  const { count, size, offset } = await findDirectory(file);
  if (count > maxEntries || size > maxDirectoryBytes) throw brokenWorkbook('its ZIP archive has too many files');
  const entries = new Map<string, ZipEntry>();
  const bytes = size === 0 ? Buffer.alloc(0) : await readBytes(file, offset, size);
  let at = 0;
  for (let n = 0; n < count; n += 1) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== signatures.entry)
      throw brokenWorkbook('the list of files in its ZIP archive is damaged');
    const nameLength = bytes.readUInt16LE(at + 28);
    const extraLength = bytes.readUInt16LE(at + 30);
    const name = bytes.toString('utf8', at + 46, at + 46 + nameLength);
    const extra = bytes.subarray(at + 46 + nameLength, at + 46 + nameLength + extraLength);
    if (entries.has(name)) throw brokenWorkbook('its ZIP archive has two files of the same name');
    entries.set(name, entryOf(name, bytes.subarray(at, at + 46), extra));
    at += 46 + nameLength + extraLength + bytes.readUInt16LE(at + 32);
  }
  return entries;
}

function entryOf(name: string, header: Buffer, extra: Buffer): ZipEntry {
  const method = header.readUInt16LE(10);
  if (header.readUInt16LE(8) & 1)
    throw new TableProblem('encrypted', 'The workbook is encrypted. Save it without a password.');
  if (method !== 0 && method !== 8) throw brokenWorkbook('its ZIP archive uses a rare compression');
  const wide = wideNumbers(extra);
  // ZIP64 replaces those of the three numbers that are at their maximum, in this order.
  const [, packedSize, offset] = [24, 20, 42].map((place) => {
    const value = header.readUInt32LE(place);
    return value === largest32 ? (wide.shift() ?? value) : value;
  });
  return { name, isDeflated: method === 8, packedSize: packedSize as number, offset: offset as number };
}

/** The numbers of the ZIP64 field, which has the id 1. */
function wideNumbers(extra: Buffer): number[] {
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) !== 1) continue;
    const field = extra.subarray(at + 4, at + 4 + extra.readUInt16LE(at + 2));
    return Array.from({ length: Math.floor(field.length / 8) }, (_, n) => Number(field.readBigUInt64LE(8 * n)));
  }
  return [];
}

async function findDirectory(file: TableFile): Promise<{ count: number; size: number; offset: number }> {
  const length = Math.min(file.size, endBytes);
  const tail = await readBytes(file, file.size - length, length);
  for (let at = tail.length - 22; at >= 0; at -= 1) {
    if (tail.readUInt32LE(at) !== signatures.end) continue;
    const isWide = at >= 20 && tail.readUInt32LE(at - 20) === signatures.end64Locator;
    if (isWide) return await wideDirectory(file, Number(tail.readBigUInt64LE(at - 12)));
    return { count: tail.readUInt16LE(at + 10), size: tail.readUInt32LE(at + 12), offset: tail.readUInt32LE(at + 16) };
  }
  throw brokenWorkbook('its ZIP archive is cut off');
}

async function wideDirectory(
  file: TableFile,
  offset: number,
): Promise<{ count: number; size: number; offset: number }> {
  const record = await readBytes(file, offset, 56);
  if (record.readUInt32LE(0) !== signatures.end64) throw brokenWorkbook('its ZIP archive is damaged');
  const [count = 0, size = 0, start = 0] = [32, 40, 48].map((place) => Number(record.readBigUInt64LE(place)));
  return { count, size, offset: start };
}
