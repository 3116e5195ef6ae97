import assert from 'node:assert/strict';
import { it } from 'node:test';
import { mp4Of } from '#test/social-tools.ts';
import { readMp4 } from './mp4.ts';

/** Reads from memory, and counts the bytes. */
async function read(file: Buffer, size = file.length) {
  let count = 0;
  const facts = await readMp4(async (first, last) => {
    assert.ok(first >= 0 && last >= first && last < size, `bytes ${first} to ${last} of ${size}`);
    const bytes = file.subarray(first, last + 1);
    count += bytes.length;
    return bytes;
  }, size);
  return { facts, count };
}

it('reads the length and the picture size of a video from a few bytes', async () => {
  const { facts, count } = await read(mp4Of({ seconds: 90.5, bytes: 500_000, width: 1080, height: 1920 }));
  assert.deepEqual(facts, { seconds: 90.5, picture: { width: 1080, height: 1920 } });
  assert.ok(count < 500, `${count} bytes were read`);
});

it('reads sizes and times of 64 bits', async () => {
  const video = mp4Of({ seconds: 1 });
  const large = Buffer.alloc(16);
  large.writeUInt32BE(1, 0);
  large.write('mdat', 4, 'latin1');
  large.writeBigUInt64BE(16n, 8);
  const mvhd = Buffer.alloc(8 + 112);
  mvhd.writeUInt32BE(mvhd.length, 0);
  mvhd.write('mvhd', 4, 'latin1');
  mvhd[8] = 1;
  mvhd.writeUInt32BE(90_000, 8 + 20);
  mvhd.writeBigUInt64BE(90_000n * 3600n, 8 + 24);
  const moov = Buffer.alloc(8);
  moov.writeUInt32BE(8 + mvhd.length, 0);
  moov.write('moov', 4, 'latin1');
  const file = Buffer.concat([video.subarray(0, video.indexOf('mdat') - 4), large, moov, mvhd]);
  assert.deepEqual((await read(file)).facts, { seconds: 3600 });
});

it('does not say a length that the file does not say', async () => {
  assert.deepEqual((await read(mp4Of({ seconds: 0 }))).facts, { picture: { width: 640, height: 360 } });
});

it('ends with every damaged file', async () => {
  const video = mp4Of({ seconds: 5, bytes: 40 });
  for (let length = 0; length < video.length; length += 1)
    assert.equal((await read(video.subarray(0, length), length)).facts, undefined, `${length} bytes`);
  for (let at = 0; at < video.length; at += 1)
    for (const value of [0, 1, 0x7f, 0xff]) {
      const broken = Buffer.from(video);
      broken[at] = value;
      const { count } = await read(broken);
      assert.ok(count < 20_000, `${count} bytes were read`);
    }
});
