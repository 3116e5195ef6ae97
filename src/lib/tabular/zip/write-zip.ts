import { pipeline, Readable } from 'node:stream';
import { crc32, createDeflateRaw } from 'node:zlib';

/** The size of a file, and where it begins, have 32 bits. */
const maxBytes = 0xffffffff;
/** The sizes follow the file, because they are known only then, and names are UTF-8. */
const flags = 0x0808;
/** 1 January 1980. The same rows make the same file. */
const dosDate = 0x21;
const version = 20;
const deflated = 8;

interface Written {
  readonly name: Buffer;
  readonly crc: number;
  readonly packedSize: number;
  readonly size: number;
  readonly offset: number;
}

/** Writes a ZIP archive as a stream: `file` for each file, one after another, then `end`. Compresses off the main thread. */
export class ZipWriter {
  readonly #written: Written[] = [];
  #offset = 0;

  async *file(path: string, content: AsyncIterable<string>): AsyncGenerator<Buffer> {
    const name = Buffer.from(path);
    const offset = this.#offset;
    const header = Buffer.alloc(30);
    header.writeUInt32LE(0x04034b50, 0);
    writeCommon(header, 4);
    header.writeUInt16LE(name.length, 26);
    yield this.#counted(Buffer.concat([header, name]));
    let [crc, size, packedSize] = [0, 0, 0];
    const bytes = async function* () {
      for await (const text of content) {
        const part = Buffer.from(text);
        crc = crc32(part, crc);
        size += part.length;
        yield part;
      }
    };
    const deflate = createDeflateRaw();
    // The loop over `deflate` gets the error, also one of `content`.
    pipeline(Readable.from(bytes(), { objectMode: false }), deflate, () => {});
    for await (const chunk of deflate as AsyncIterable<Buffer>) {
      packedSize += chunk.length;
      yield this.#counted(chunk);
    }
    if (size > maxBytes || this.#offset > maxBytes)
      throw new RangeError('a workbook has at most 4 GB: write CSV or JSON Lines');
    this.#written.push({ name, crc, packedSize, size, offset });
    const descriptor = Buffer.alloc(16);
    descriptor.writeUInt32LE(0x08074b50, 0);
    writeSizes(descriptor, 4, { crc, packedSize, size });
    yield this.#counted(descriptor);
  }

  /** The list of the files. */
  end(): Buffer {
    const entries = this.#written.map((entry) => {
      const header = Buffer.alloc(46);
      header.writeUInt32LE(0x02014b50, 0);
      header.writeUInt16LE(version, 4);
      writeCommon(header, 6);
      writeSizes(header, 16, entry);
      header.writeUInt16LE(entry.name.length, 28);
      header.writeUInt32LE(entry.offset, 42);
      return Buffer.concat([header, entry.name]);
    });
    const directory = Buffer.concat(entries);
    const end = Buffer.alloc(22);
    end.writeUInt32LE(0x06054b50, 0);
    end.writeUInt16LE(entries.length, 8);
    end.writeUInt16LE(entries.length, 10);
    end.writeUInt32LE(directory.length, 12);
    end.writeUInt32LE(this.#offset, 16);
    return Buffer.concat([directory, end]);
  }

  #counted(chunk: Buffer): Buffer {
    this.#offset += chunk.length;
    return chunk;
  }
}

/** The part that both headers of a file have: version, flags, method, time and date. */
function writeCommon(header: Buffer, at: number): void {
  for (const [n, value] of [version, flags, deflated, 0, dosDate].entries()) header.writeUInt16LE(value, at + 2 * n);
}

function writeSizes(bytes: Buffer, at: number, { crc, packedSize, size }: Omit<Written, 'name' | 'offset'>): void {
  for (const [n, value] of [crc, packedSize, size].entries()) bytes.writeUInt32LE(value, at + 4 * n);
}
