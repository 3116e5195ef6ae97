/** The facts about a video in the header of an MP4 or QuickTime file. */
export interface Mp4Facts {
  /** Undefined when the header does not contain it, as in files that are sent while they are created. */
  readonly seconds?: number;
  readonly picture?: { readonly width: number; readonly height: number };
}

type Read = (first: number, last: number) => Promise<Buffer>;

interface Box {
  readonly type: string;
  /** The position of the content in the file. */
  readonly first: number;
  /** The first byte after the box. */
  readonly end: number;
}

/**
 * Files of cameras have a dozen boxes at each level. More boxes indicate an attack, or that the file is not a video.
 */
const maxBoxes = 200;
const headerBytes = 16;

/**
 * Reads the duration and the picture size of a video. It reads only headers of boxes and two small boxes, wherever the
 * index is in the file. Undefined when the content is not such a file.
 */
export async function readMp4(read: Read, size: number): Promise<Mp4Facts | undefined> {
  const moov = await findBox(read, { first: 0, end: size }, 'moov');
  if (!moov) return undefined;
  const mvhd = await findBox(read, moov, 'mvhd');
  if (!mvhd) return undefined;
  const seconds = secondsOf(await read(mvhd.first, Math.min(mvhd.end, mvhd.first + 32) - 1));
  const picture = await pictureOf(read, moov);
  return { ...(seconds !== undefined && { seconds }), ...(picture && { picture }) };
}

async function* boxesOf(read: Read, { first, end }: Pick<Box, 'first' | 'end'>): AsyncGenerator<Box> {
  let at = first;
  for (let n = 0; n < maxBoxes && at + 8 <= end; n += 1) {
    const header = await read(at, Math.min(at + headerBytes, end) - 1);
    if (header.length < 8) return;
    const short = header.readUInt32BE(0);
    // After a size of 1 comes a size of 64 bits. A size of 0 means until the end.
    const isLong = short === 1;
    if (isLong && header.length < headerBytes) return;
    const size = isLong ? Number(header.readBigUInt64BE(8)) : short === 0 ? end - at : short;
    const headerSize = isLong ? headerBytes : 8;
    if (size < headerSize || at + size > end) return;
    yield { type: header.toString('latin1', 4, 8), first: at + headerSize, end: at + size };
    at += size;
  }
}

async function findBox(read: Read, within: Pick<Box, 'first' | 'end'>, type: string): Promise<Box | undefined> {
  for await (const box of boxesOf(read, within)) if (box.type === type && box.end > box.first) return box;
  return undefined;
}

/** The duration in seconds. Version 1 of the box has times of 64 bits. */
function secondsOf(mvhd: Buffer): number | undefined {
  const isLong = mvhd[0] === 1;
  if (mvhd.length < (isLong ? 32 : 20)) return undefined;
  const scale = mvhd.readUInt32BE(isLong ? 20 : 12);
  const duration = isLong ? Number(mvhd.readBigUInt64BE(24)) : mvhd.readUInt32BE(16);
  const unknown = isLong ? 2 ** 64 : 2 ** 32 - 1;
  return scale === 0 || duration === 0 || duration >= unknown ? undefined : duration / scale;
}

/** The size of the first track that has a picture. */
async function pictureOf(read: Read, moov: Box): Promise<Mp4Facts['picture']> {
  for await (const track of boxesOf(read, moov)) {
    const tkhd = track.type === 'trak' ? await findBox(read, track, 'tkhd') : undefined;
    if (!tkhd || tkhd.end - tkhd.first < 84) continue;
    // Width and height are the last fields, as fixed-point numbers of 16.16 bits.
    const last = await read(tkhd.end - 8, tkhd.end - 1);
    if (last.length < 8) continue;
    const [width, height] = [last.readUInt16BE(0), last.readUInt16BE(4)];
    if (width > 0 && height > 0) return { width, height };
  }
  return undefined;
}
