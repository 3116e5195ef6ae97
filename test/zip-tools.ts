import assert from 'node:assert/strict';
import zlib from 'node:zlib';

/** Reads the directory at the end of an archive, as programs do, and checks the checksums of the files. */
export function unzipped(zip: Buffer): Map<string, Buffer> {
  const end = zip.lastIndexOf('PK\x05\x06', undefined, 'latin1');
  const files = new Map<string, Buffer>();
  let at = zip.readUInt32LE(end + 16);
  for (let n = zip.readUInt16LE(end + 10); n > 0; n -= 1) {
    const nameLength = zip.readUInt16LE(at + 28);
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength);
    const start = zip.readUInt32LE(at + 42);
    const content = start + 30 + zip.readUInt16LE(start + 26) + zip.readUInt16LE(start + 28);
    const packed = zip.subarray(content, content + zip.readUInt32LE(at + 20));
    const bytes = zip.readUInt16LE(at + 10) === 8 ? zlib.inflateRawSync(packed) : packed;
    assert.equal(zlib.crc32(bytes), zip.readUInt32LE(at + 16), name);
    files.set(name, bytes);
    at += 46 + nameLength;
  }
  return files;
}
