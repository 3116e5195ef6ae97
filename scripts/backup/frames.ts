import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { StartupError } from '#lib/startup-error.ts';

/**
 * A backup is a sequence of frames, compressed with gzip: one byte for the kind, four for the length, then the content.
 * First `header`, then for each table `table` and its `data` in the text format of COPY, last `end`. A file without
 * `end` is truncated.
 */
export type FrameKind = 'header' | 'table' | 'data' | 'end';

export interface Frame {
  readonly kind: FrameKind;
  readonly content: Buffer;
}

const codes: Readonly<Record<FrameKind, number>> = { header: 0x48, table: 0x54, data: 0x44, end: 0x45 };
const kinds = new Map(Object.entries(codes).map(([kind, code]) => [code, kind as FrameKind]));
const prefixBytes = 5;
/** Far above the size of a COPY chunk. A larger length means that the file is damaged. */
const maxFrameBytes = 256 * 1024 * 1024;

export async function writeFrame(out: Writable, kind: FrameKind, content: Buffer | object): Promise<void> {
  const bytes = Buffer.isBuffer(content) ? content : Buffer.from(JSON.stringify(content));
  const prefix = Buffer.alloc(prefixBytes);
  prefix.writeUInt8(codes[kind], 0);
  prefix.writeUInt32BE(bytes.length, 1);
  out.write(prefix);
  if (!out.write(bytes)) await once(out, 'drain');
}

export const damaged = (why: string): StartupError =>
  new StartupError(`The backup is damaged or was cut short (${why}): nothing was restored. Use another one.`);

/** Frames of a decompressed backup, in order. */
export async function* readFrames(source: Readable): AsyncGenerator<Frame> {
  let rest: Buffer = Buffer.alloc(0);
  try {
    for await (const chunk of source) {
      rest = rest.length === 0 ? (chunk as Buffer) : Buffer.concat([rest, chunk as Buffer]);
      for (;;) {
        const frame = firstFrame(rest);
        if (!frame) break;
        rest = rest.subarray(prefixBytes + frame.content.length);
        yield frame;
      }
    }
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'Z_BUF_ERROR' || code === 'Z_DATA_ERROR') throw damaged((error as Error).message);
    throw error;
  }
  if (rest.length > 0) throw damaged('its last part is incomplete');
}

function firstFrame(bytes: Buffer): Frame | undefined {
  if (bytes.length < prefixBytes) return undefined;
  const kind = kinds.get(bytes.readUInt8(0));
  const length = bytes.readUInt32BE(1);
  if (kind === undefined || length > maxFrameBytes) throw damaged('it holds something that is not part of a backup');
  if (bytes.length < prefixBytes + length) return undefined;
  return { kind, content: bytes.subarray(prefixBytes, prefixBytes + length) };
}
