import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import S3rver from 's3rver';
import { appForFile } from '#test/harness.ts';
import { openFileStorage, readFilesUrl } from './open.ts';
import { ObjectMissingError } from './storage.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'atrium-s3-'));
const s3 = new S3rver({
  port: 0,
  address: '127.0.0.1',
  directory: folder,
  silent: true,
  configureBuckets: [{ name: 'files', configs: [] }],
});
const { port } = await s3.run();
after(async () => {
  await s3.close();
  rmSync(folder, { recursive: true, force: true });
});
const filesUrl = `s3://S3RVER:S3RVER@127.0.0.1:${port}/files?region=eu-central-1&tls=false`;
const { admin } = await appForFile({ FILES_URL: filesUrl });

describe('files in S3', () => {
  it('are uploaded, downloaded in ranges, and removed', async () => {
    const form = new FormData();
    form.append('file', new Blob(['kept in a bucket']), 'a.txt');
    const authorization = `Bearer ${admin.token}`;
    const reply = await fetch(`${admin.url}/api/communications/file-upload`, {
      method: 'POST',
      headers: { authorization },
      body: form,
    });
    assert.equal(reply.status, 201);
    const { files } = (await reply.json()) as { files: { url: string }[] };
    const url = files[0]?.url ?? '';
    assert.equal(await (await fetch(url, { headers: { authorization } })).text(), 'kept in a bucket');
    const range = await fetch(url, { headers: { authorization, range: 'bytes=5-6' } });
    assert.equal(range.status, 206);
    assert.equal(await range.text(), 'in');
  });

  it('larger than one part are the same after upload and download', async () => {
    const content = randomBytes(20_000_000);
    const form = new FormData();
    form.append('file', new Blob([content]), 'large.bin');
    const headers = { authorization: `Bearer ${admin.token}` };
    const reply = await fetch(`${admin.url}/api/communications/file-upload`, { method: 'POST', headers, body: form });
    const { files } = (await reply.json()) as { files: { url: string; sha256: string; size: number }[] };
    const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
    assert.equal(files[0]?.sha256, sha256(content));
    const downloaded = Buffer.from(await (await fetch(files[0]?.url ?? '', { headers })).arrayBuffer());
    assert.equal(sha256(downloaded), sha256(content));
  });

  it('larger than one part arrive whole', async () => {
    const storage = await openFileStorage(readFilesUrl(filesUrl));
    const chunk = Buffer.alloc(1_000_000, 'x');
    const chunks = async function* () {
      for (let n = 0; n < 20; n += 1) yield chunk;
    };
    await storage.write('1/large', chunks());
    let size = 0;
    for await (const part of await storage.read('1/large')) size += part.length;
    assert.equal(size, 20_000_000);
    await storage.remove('1/large');
    await storage.remove('1/large');
    await assert.rejects(storage.read('1/large'), ObjectMissingError);
  });

  it('that break off leave no object', async () => {
    const storage = await openFileStorage(readFilesUrl(filesUrl));
    const broken = async function* () {
      yield Buffer.alloc(10_000_000);
      throw new Error('the client is gone');
    };
    await assert.rejects(storage.write('1/broken', broken()), /the client is gone/);
    await assert.rejects(storage.read('1/broken'), ObjectMissingError);
  });
});

describe('FILES_URL', () => {
  it('is refused in another form', () => {
    for (const wrong of [
      's3://host/bucket',
      's3://key:secret@host',
      's3://key:secret@host/a/b',
      'ftp://host/',
      'nonsense',
    ])
      assert.throws(() => readFilesUrl(wrong));
  });
});
