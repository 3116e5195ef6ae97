import { isAscii, isUtf8 } from 'node:buffer';
import { type TableFile, TableProblem } from '../table.ts';

/** The encoding of a text, and the number of bytes of its byte order mark. */
export interface FoundEncoding {
  readonly encoding: string;
  readonly markLength: number;
}

const marks: readonly (readonly [encoding: string, bytes: readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

/** Bytes after the first letter outside ASCII that decide between UTF-8 and windows-1252. */
const decidingBytes = 256 * 1024;
/** A file with only ASCII up to here is read as UTF-8. Disks read this in about 30 ms. */
const maxAsciiBytes = 32 * 1024 * 1024;
/** In texts of UTF-16 without a mark, more than this share of bytes at even or odd places is zero. */
const zeroShare = 0.4;

/** The encoding that a person has named, as TextDecoder calls it. */
export function knownEncoding(label: string): string {
  try {
    return new TextDecoder(label).encoding;
  } catch {
    throw new TableProblem(
      'unknown_encoding',
      `The encoding ${JSON.stringify(label.slice(0, 50))} is not known. Examples are utf-8, windows-1252 and utf-16le.`,
    );
  }
}

/** Removes the byte order mark when it belongs to the given encoding. */
export function withMark(encoding: string, start: Buffer): FoundEncoding {
  const mark = marks.find(([name, bytes]) => name === encoding && startsWith(start, bytes));
  return { encoding, markLength: mark?.[1].length ?? 0 };
}

/**
 * Finds the encoding: by the byte order mark, by zero bytes (UTF-16), and otherwise by the first 256 KiB from the first
 * letter outside ASCII on, which are UTF-8 or else windows-1252. `start` are the first bytes of the file.
 */
export async function findEncoding(file: TableFile, start: Buffer): Promise<FoundEncoding> {
  const mark = marks.find(([, bytes]) => startsWith(start, bytes));
  if (mark) return { encoding: mark[0], markLength: mark[1].length };
  const wide = wideEncoding(start);
  if (wide !== undefined) return { encoding: wide, markLength: 0 };
  if (start.includes(0))
    throw new TableProblem(
      'not_a_text',
      'This is not a table: the file has bytes that no text has. Upload a CSV, XLSX, JSON Lines or vCard file.',
    );
  return { encoding: (await isMostlyUtf8(file)) ? 'utf-8' : 'windows-1252', markLength: 0 };
}

const startsWith = (start: Buffer, bytes: readonly number[]): boolean => bytes.every((byte, at) => start[at] === byte);

function wideEncoding(start: Buffer): string | undefined {
  const zeros = [0, 0];
  for (let at = 0; at < start.length; at += 1) if (start[at] === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const half = start.length / 2;
  const [even = 0, odd = 0] = zeros.map((count) => count / half);
  if (odd > zeroShare && even < odd / 4) return 'utf-16le';
  if (even > zeroShare && odd < even / 4) return 'utf-16be';
  return undefined;
}

/** Looks past ASCII, because the first umlaut of a long list may come late. */
async function isMostlyUtf8(file: TableFile): Promise<boolean> {
  if (file.size === 0) return true;
  const last = Math.min(file.size, maxAsciiBytes) - 1;
  let deciding = Buffer.alloc(0);
  let isWhole = true;
  for await (const chunk of (await file.read({ first: 0, last })) as AsyncIterable<Buffer>) {
    if (deciding.length === 0 && isAscii(chunk)) continue;
    deciding = Buffer.concat([deciding, chunk]);
    if (deciding.length < decidingBytes) continue;
    isWhole = false;
    break;
  }
  return isUtf8(isWhole && last === file.size - 1 ? deciding : wholeCharacters(deciding));
}

/** Leaves out a character of UTF-8 that is cut off at the end. */
export function wholeCharacters(bytes: Buffer): Buffer {
  for (let length = 1; length <= Math.min(3, bytes.length); length += 1) {
    const byte = bytes[bytes.length - length] as number;
    if (byte < 0x80) return bytes;
    // The first byte of a character names its length: 110xxxxx two, 1110xxxx three, 11110xxx four.
    if (byte >= 0xc0) {
      const needed = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
      return needed > length ? bytes.subarray(0, bytes.length - length) : bytes;
    }
  }
  return bytes;
}
