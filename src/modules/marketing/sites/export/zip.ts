import { promisify } from 'node:util';
import zlib from 'node:zlib';

const deflate = promisify(zlib.deflateRaw);

export interface ZipEntry {
  /** The path with slashes, but without one at the start. */
  readonly name: string;
  read(): Promise<Buffer>;
}

interface Written {
  readonly name: Buffer;
  readonly crc: number;
  readonly method: number;
  readonly compressed: number;
  readonly size: number;
  readonly offset: number;
}

/** 1 January 1980, the first day of the format. A constant date makes archives of equal releases equal. */
const dosDate = 0x21;
const utf8Names = 0x800;

/** Writes a zip archive, one file at a time. Without ZIP64 it may have 65,535 files and 4 GB. */
export async function* zipArchive(entries: Iterable<ZipEntry>): AsyncGenerator<Buffer> {
  const written: Written[] = [];
  let offset = 0;
  for (const entry of entries) {
    const bytes = await entry.read();
    const packed = await deflate(bytes, { level: 6 });
    const isSmaller = packed.length < bytes.length;
    const content = isSmaller ? packed : bytes;
    const file: Written = {
      name: Buffer.from(entry.name),
      crc: zlib.crc32(bytes),
      method: isSmaller ? 8 : 0,
      compressed: content.length,
      size: bytes.length,
      offset,
    };
    const header = localHeader(file);
    yield header;
    yield content;
    offset += header.length + content.length;
    written.push(file);
  }
  const directory = Buffer.concat(written.map(directoryEntry));
  yield directory;
  yield endRecord(written.length, directory.length, offset);
}

/** The fields that both headers of a file share. */
function commonFields({ name, crc, method, compressed, size }: Written): Buffer {
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(20, 0);
  fields.writeUInt16LE(utf8Names, 2);
  fields.writeUInt16LE(method, 4);
  fields.writeUInt16LE(dosDate, 8);
  fields.writeUInt32LE(crc, 10);
  fields.writeUInt32LE(compressed, 14);
  fields.writeUInt32LE(size, 18);
  fields.writeUInt16LE(name.length, 22);
  return fields;
}

const localHeader = (file: Written): Buffer =>
  Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), commonFields(file), file.name]);

function directoryEntry(file: Written): Buffer {
  const rest = Buffer.alloc(14);
  rest.writeUInt32LE(file.offset, 10);
  const version = Buffer.from([20, 0]);
  return Buffer.concat([Buffer.from('PK\x01\x02', 'latin1'), version, commonFields(file), rest, file.name]);
}

function endRecord(count: number, bytes: number, offset: number): Buffer {
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(bytes, 12);
  end.writeUInt32LE(offset, 16);
  return end;
}
