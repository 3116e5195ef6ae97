import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, it } from 'node:test';
import zlib from 'node:zlib';
import { appForFile, type Json } from '#test/harness.ts';
import { until } from '#test/process.ts';
import { publish, type SiteReply, visit } from '#test/site-tools.ts';
import { unzipped } from '#test/zip-tools.ts';
import { filesCleaning } from '../../../data/jobs/files-cleaning.ts';

const { admin, url, sql, app } = await appForFile();

/** Makes a PNG of one pixel. */
function png(gray: number): Buffer {
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const frame = Buffer.alloc(8);
    frame.writeUInt32BE(data.length);
    frame.writeUInt32BE(zlib.crc32(body), 4);
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
  };
  const header = Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0]);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const pixels = zlib.deflateSync(Buffer.from([0, gray]));
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))]);
}

/** Makes the header of an MP4 file with random bytes after it. */
const mp4 = (size: number): Buffer =>
  Buffer.concat([Buffer.from('\0\0\0\x18ftypisom\0\0\x02\0isomiso2', 'latin1'), randomBytes(size - 24)]);

async function upload(content: Buffer, name: string, type: string): Promise<Json> {
  const body = new FormData();
  body.append('file', new Blob([new Uint8Array(content)], { type }), name);
  const headers = { authorization: `Bearer ${admin.token}` };
  const reply = await fetch(`${url}/api/communications/file-upload`, { method: 'POST', headers, body });
  const { files } = (await reply.json()) as Json;
  assert.equal(reply.status, 201);
  return files[0];
}

const shown = (site: string, path: string, headers: Record<string, string> = {}, method = 'GET') =>
  visit(url, `/sites/default/${site}${path}`, headers, method);

async function siteWith(slug: string, blocks: Json[]): Promise<{ website: Json; page: Json }> {
  const website = await admin.create('/api/marketing/websites', { name: slug, slug });
  const page = await admin.create('/api/marketing/web-pages', { websiteId: website._id, path: '/', blocks });
  await publish(admin, { websiteId: website._id });
  return { website, page };
}

const sourceIn = (html: string): string => /<(?:img|video) src="([^"]+)"/.exec(html)?.[1] ?? '';

describe('an uploaded image on a page', () => {
  it('is served and exported, and stays when the file is deleted', async () => {
    const image = png(10);
    const file = await upload(image, 'logo.png', 'image/png');
    const { website } = await siteWith('images', [{ type: 'image', storedFileId: file._id, alt: 'Logo' }]);
    const home = await shown('images', '/');
    const path = sourceIn(home.text);
    assert.match(path, /^_files\/[0-9a-f]{32}\.png$/);
    const served = await shown('images', `/${path}`);
    assert.equal(served.status, 200);
    assert.deepEqual(served.bytes, image);
    assert.equal(served.headers['content-type'], 'image/png');
    assert.equal(served.headers['cache-control'], 'public, max-age=31536000, immutable');
    assert.equal((await shown('images', `/${path}`, { 'if-none-match': String(served.headers.etag) })).status, 304);
    const headers = { authorization: `Bearer ${admin.token}` };
    const zip = await fetch(`${url}/api/marketing/websites/${website._id}/export`, { headers });
    assert.deepEqual(unzipped(Buffer.from(await zip.arrayBuffer())).get(path), image);

    assert.equal((await admin.delete(`/api/data/storedFiles/${file._id}`)).status, 204);
    // The last use by a record ended long ago, so the cleaning would remove a content that nothing else uses.
    await sql(`update file_uses set deleted_at = deleted_at - interval '1 year' where deleted_at is not null`);
    await app.services.jobs.enqueueForPlatform(app.services, filesCleaning);
    await until('the cleaning', async () => {
      const rows = await sql(`select 1 from jobs where name = 'files.cleaning' and state = 'completed'`);
      return rows.length > 0;
    });
    assert.deepEqual((await shown('images', `/${path}`)).bytes, image);
    const publication = await publish(admin, { websiteId: website._id });
    assert.match(JSON.stringify(publication), /does not exist, or is no image that you may read/);
    assert.equal(sourceIn((await shown('images', '/')).text), '');
    // Visitors who have just loaded a page of the previous release still request it.
    assert.equal((await shown('images', `/${path}`)).status, 200);
  });

  it('gets another address when it is replaced', async () => {
    const [before, after] = [png(20), png(21)];
    const old = await upload(before, 'a.png', 'image/png');
    const { website, page } = await siteWith('replaced', [{ type: 'image', storedFileId: old._id }]);
    const oldPath = sourceIn((await shown('replaced', '/')).text);
    const replacement = await upload(after, 'a.png', 'image/png');
    const blocks = [{ type: 'image', storedFileId: replacement._id }];
    assert.equal((await admin.patch(`/api/marketing/web-pages/${page._id}`, { blocks })).status, 200);
    assert.equal(sourceIn((await shown('replaced', '/')).text), oldPath, 'a draft changes nothing');
    await publish(admin, { websiteId: website._id });
    const newPath = sourceIn((await shown('replaced', '/')).text);
    assert.notEqual(newPath, oldPath);
    assert.deepEqual((await shown('replaced', `/${newPath}`)).bytes, after);
    assert.deepEqual((await shown('replaced', `/${oldPath}`)).bytes, before, 'for pages that are open');
    await publish(admin, { websiteId: website._id });
    assert.equal((await shown('replaced', `/${oldPath}`)).status, 404, 'two releases later');
    assert.deepEqual((await shown('replaced', `/${newPath}`)).bytes, after);
  });

  it('is no image when the file is something else', async () => {
    const file = await upload(Buffer.from('<script>alert(1)</script>'), 'a.png', 'text/html');
    const website = await admin.create('/api/marketing/websites', { name: 'n', slug: 'no-image' });
    const blocks = [{ type: 'image', storedFileId: file._id }];
    await admin.create('/api/marketing/web-pages', { websiteId: website._id, path: '/', blocks });
    const publication = await publish(admin, { websiteId: website._id });
    assert.match(JSON.stringify(publication), /is no image that you may read/);
    const { status, body } = await admin.post('/api/marketing/web-pages', {
      websiteId: website._id,
      path: '/v',
      blocks: [{ type: 'video', url: '/a.mp4', storedFileId: file._id }],
    });
    assert.equal(status, 422);
    assert.match(body.error.message, /url or storedFileId is required, and only one of them/);
  });
});

describe('an uploaded video on a page', () => {
  it('has a poster, which is served and exported with it', async () => {
    const picture = png(30);
    const film = await upload(mp4(5000), 'tour.mp4', 'video/mp4');
    const poster = await upload(picture, 'tour.png', 'image/png');
    const block = { type: 'video', storedFileId: film._id, posterFileId: poster._id, title: 'Tour' };
    const { website, page } = await siteWith('poster', [{ type: 'columns', columns: [[block]] }]);
    const { text } = await shown('poster', '/');
    const path = /<video src="_files\/[^"]+\.mp4" poster="(_files\/[^"]+\.png)" title="Tour"/.exec(text)?.[1] ?? '';
    assert.deepEqual((await shown('poster', `/${path}`)).bytes, picture);
    const headers = { authorization: `Bearer ${admin.token}` };
    const zip = await fetch(`${url}/api/marketing/websites/${website._id}/export`, { headers });
    assert.deepEqual(unzipped(Buffer.from(await zip.arrayBuffer())).get(path), picture);
    const { body } = await admin.post(`/api/marketing/web-pages/${page._id}/preview`, {});
    assert.match(body.html, /<video src="http[^"]+\/f\/[^"]+" poster="http[^"]+\/f\/[^"]+"/);
  });

  it('has no poster when that file is no image', async () => {
    const film = await upload(mp4(5000), 'talk.mp4', 'video/mp4');
    const website = await admin.create('/api/marketing/websites', { name: 'p', slug: 'no-poster' });
    const blocks = [{ type: 'video', storedFileId: film._id, posterFileId: film._id }];
    await admin.create('/api/marketing/web-pages', { websiteId: website._id, path: '/', blocks });
    const publication = await publish(admin, { websiteId: website._id });
    assert.match(JSON.stringify(publication), /is no image that you may read/);
    const { text } = await shown('no-poster', '/');
    assert.match(text, /<video src="_files\/[^"]+" title="Video"/);
  });
});

describe('a part of a file', () => {
  const size = 2_500_000;
  const video = mp4(size);
  const served = (async () => {
    const file = await upload(video, 'film.mp4', 'video/mp4');
    await siteWith('film', [
      { type: 'video', storedFileId: file._id, title: 'Film' },
      { type: 'text', text: 'words and words '.repeat(200) },
    ]);
    const { text } = await shown('film', '/');
    return { path: `/${sourceIn(text)}`, text };
  })();
  const part = async (headers: Record<string, string>, method?: string): Promise<SiteReply> =>
    shown('film', (await served).path, headers, method);

  it('is sent when a player asks for it', async () => {
    const whole = await part({});
    assert.equal(whole.status, 200);
    assert.equal(whole.headers['accept-ranges'], 'bytes');
    assert.equal(whole.headers['content-type'], 'video/mp4');
    assert.ok(whole.bytes.equals(video));
    for (const [asked, first, last] of [
      ['bytes=0-0', 0, 0],
      ['bytes=1000-1999', 1000, 1999],
      ['bytes=2499990-', 2_499_990, size - 1],
      ['bytes=-5', size - 5, size - 1],
      ['bytes=2400000-9999999', 2_400_000, size - 1],
    ] as const) {
      const { status, headers, bytes } = await part({ range: asked });
      assert.equal(status, 206, asked);
      assert.equal(headers['content-range'], `bytes ${first}-${last}/${size}`);
      assert.equal(headers['content-length'], String(last - first + 1));
      assert.equal(headers.etag, whole.headers.etag);
      assert.ok(bytes.equals(video.subarray(first, last + 1)), asked);
    }
  });

  it('is refused behind the end, and the whole file is sent for what cannot be a part', async () => {
    for (const range of [`bytes=${size}-`, 'bytes=-0', 'bytes=9999999-99999999']) {
      const { status, headers, bytes } = await part({ range });
      assert.deepEqual([status, headers['content-range'], bytes.length], [416, `bytes */${size}`, 0], range);
    }
    for (const range of ['bytes=5-4', 'bytes=0-1,5-9', 'lines=1-2', 'bytes=-', 'bytes=a-b'])
      assert.equal((await part({ range })).status, 200, range);
    const head = await part({ range: 'bytes=0-9' }, 'HEAD');
    assert.deepEqual([head.status, head.headers['content-length']], [200, String(size)]);
  });

  it('belongs to the file that the client has: If-Range and If-None-Match', async () => {
    const etag = String((await part({})).headers.etag);
    assert.equal((await part({ range: 'bytes=0-9', 'if-range': etag })).status, 206);
    const other = await part({ range: 'bytes=0-9', 'if-range': '"another"' });
    assert.deepEqual([other.status, other.bytes.length], [200, size]);
    assert.equal((await part({ range: 'bytes=0-9', 'if-none-match': etag })).status, 304);
  });

  it('of a compressed file is one of the file itself, and pages have none', async () => {
    const style = /href="(_assets\/[^"]+\.css)"/.exec((await served).text)?.[1] ?? '';
    const css = await shown('film', `/${style}`);
    const { status, headers, bytes } = await shown('film', `/${style}`, {
      range: 'bytes=10-29',
      'accept-encoding': 'br, gzip',
    });
    assert.deepEqual([status, headers['content-encoding']], [206, undefined]);
    assert.deepEqual(bytes, css.bytes.subarray(10, 30));
    const page = await shown('film', '/', { range: 'bytes=0-9' });
    assert.deepEqual([page.status, page.headers['accept-ranges']], [200, undefined]);
    const missing = await shown('film', '/nowhere', { range: 'bytes=0-9' });
    assert.equal(missing.status, 404);
  });
});
