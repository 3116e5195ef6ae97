import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import zlib from 'node:zlib';
import { appForFile, type Json } from '#test/harness.ts';
import { publish, type SiteReply, visit } from '#test/site-tools.ts';
import { encodeFile } from './file-entry.ts';

const { admin, url, sql } = await appForFile();

const pageCount = 300;
const paragraph = 'Good coffee begins with water that is neither too hard nor too hot. ';

const page = (websiteId: string, n: number): Json => ({
  websiteId,
  path: `/page-${n}`,
  title: `Page ${n}`,
  blocks: [
    ...Array.from({ length: 10 }, (_, m) => ({ type: 'text', text: `${n}.${m} ${paragraph.repeat(9)}` })),
    { type: 'button', label: 'Next', url: `/page-${(n + 1) % pageCount}` },
  ],
});

/** Bytes of buffers in use, and of those not yet collected. */
const bufferBytes = (): number => process.memoryUsage().arrayBuffers;
const residentBytes = (): number => {
  const pages = /VmRSS:\s+(\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1];
  return Number(pages) * 1024;
};

const decoded = ({ headers, bytes }: SiteReply): string => {
  const encoding = headers['content-encoding'];
  if (encoding === undefined) return bytes.toString();
  return (encoding === 'br' ? zlib.brotliDecompressSync(bytes) : zlib.gunzipSync(bytes)).toString();
};

describe('a compressed file', () => {
  it('keeps no more memory than it needs, and is the file again', async () => {
    for (const size of [700, 8000, 70_000, 3_000_000]) {
      const text = Array.from({ length: size / 10 }, (_, n) => String(n * 7919).padStart(10, '.')).join('');
      const { bytes, br, gzip } = await encodeFile(text, 'text/plain');
      assert.ok(br && gzip);
      // Small buffers are parts of the pool that Node shares among buffers.
      for (const { length } of [br, gzip].map(({ buffer }) => new Uint8Array(buffer)))
        assert.ok(length === Buffer.poolSize || length < Math.max(16_384, bytes.length), `${size}: ${length}`);
      assert.equal(zlib.brotliDecompressSync(br).toString(), text);
      assert.equal(zlib.gunzipSync(gzip).toString(), text);
    }
  });
});

describe('a website of some hundred pages', () => {
  it('is published as one release, all of it is served, and memory stays bounded', async () => {
    const { _id } = await admin.create('/api/marketing/websites', { name: 'Many', slug: 'many' });
    for (let from = 0; from < pageCount; from += 100) {
      const operations = Array.from({ length: 100 }, (_, n) => ({ op: 'create', record: page(_id, from + n) }));
      assert.equal((await admin.post('/api/marketing/webPages/bulk', { operations })).status, 200);
    }
    const [buffersBefore, residentBefore] = [bufferBytes(), residentBytes()];
    const first = await publish(admin, { websiteId: _id });
    assert.ok(bufferBytes() - buffersBefore < 40_000_000, `${bufferBytes() - buffersBefore} bytes in buffers`);
    assert.deepEqual([first.pages, first.brokenLinks, first.releaseNumber], [pageCount, [], 1]);
    await publish(admin, { websiteId: _id });
    assert.ok(residentBytes() - residentBefore < 150_000_000, `${residentBytes() - residentBefore} bytes`);

    const releases = (await admin.get(`/api/marketing/websites/${_id}/releases`)).body.data;
    assert.deepEqual(
      releases.map(({ number, live }: Json) => [number, live]),
      [
        [2, true],
        [1, false],
      ],
    );
    const [{ events }] = await sql(
      `select count(*)::int as events from events where type = 'website.published' and record_id = $1`,
      [_id],
    );
    assert.equal(events, 2);
    for (let n = 0; n < pageCount; n += 1) {
      const encoding = ['br', 'gzip', 'identity'][n % 3] as string;
      const reply = await visit(url, `/sites/default/many/page-${n}`, { 'accept-encoding': encoding });
      assert.equal(reply.status, 200);
      assert.match(decoded(reply), new RegExp(`<p>${n}\\.9 Good coffee`), `page ${n} by ${encoding}`);
    }
  });
});
