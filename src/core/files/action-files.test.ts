import assert from 'node:assert/strict';
import { once } from 'node:events';
import http from 'node:http';
import { Readable } from 'node:stream';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { AppError } from '#core/errors.ts';
import type { Model } from '#core/models/model.ts';
import { appForFile } from '#test/harness.ts';
import { openDownload } from '../operations/download.ts';

/** The stream of the last request, and the number of chunks that were read from it. */
let produced: Readable;
let chunks = 0;
const chunk = Buffer.alloc(64 * 1024, 'x');

const sources: Record<string, () => AsyncGenerator<Buffer> | Generator<Buffer>> = {
  async *report() {
    yield Buffer.from('name,value\n');
    await sleep(10);
    yield Buffer.from('Ada,1815\n');
  },
  *nothing() {},
  // biome-ignore lint/correctness/useYield: the generator fails before the first byte.
  async *refused() {
    await sleep(10);
    throw new AppError('conflict', 'There is nothing to export yet.');
  },
  // biome-ignore lint/correctness/useYield: the generator fails before the first byte.
  async *defect() {
    throw new Error('a defect');
  },
  async *broken() {
    yield chunk;
    await sleep(50);
    throw new Error('the source broke');
  },
  async *endless() {
    for (;;) {
      chunks += 1;
      yield chunk;
      await sleep(0);
    }
  },
  // biome-ignore lint/correctness/useYield: the generator never yields.
  async *silent() {
    await sleep(60_000, undefined, { ref: false });
  },
};

const exportReport = defineAction({
  name: 'data.exportReport',
  summary: 'Exports a report',
  routes: [
    { method: 'GET', path: '/api/data/test-export' },
    { method: 'POST', path: '/api/data/test-export' },
  ],
  access: 'data:read',
  input: Type.Object({ source: Type.String() }, { additionalProperties: false }),
  output: Type.Unknown(),
  answers: 'file',
  fileTypes: ['text/csv'],
  run: async (_context, { source }) => {
    if (source === 'json') return { body: { rows: 0 } };
    const make = sources[source];
    if (!make) throw new AppError('bad_request', 'There is no such report.');
    produced = Readable.from(make(), { objectMode: false });
    return { stream: produced, type: 'text/csv', name: 'report "1".csv', ...(source === 'report' && { size: 20 }) };
  },
});

const latestFile = defineAction({
  name: 'data.latestFile',
  summary: 'Downloads a stored file',
  routes: [{ method: 'GET', path: '/api/data/test-file/:id' }],
  access: 'data:read',
  input: Type.Object({ id: Type.String() }, { additionalProperties: false }),
  output: Type.Unknown(),
  answers: 'file',
  fileTypes: ['*/*'],
  run: async (context, { id }) => ({
    file: await openDownload(context, context.registry.find('data', 'storedFiles') as Model, id),
  }),
});

const { admin, anonymous, url } = await appForFile({}, [], [exportReport, latestFile]);
const path = '/api/data/test-export';
const open = (source: string) =>
  http.get(`${url}${path}?source=${source}`, { agent: false, headers: { authorization: `Bearer ${admin.token}` } });

describe('an action that answers with a stream', () => {
  it('sends it as an attachment that runs nothing', async () => {
    const reply = await admin.get(`${path}?source=report`);
    assert.equal(reply.status, 200);
    assert.equal(reply.text, 'name,value\nAda,1815\n');
    assert.equal(reply.headers.get('content-type'), 'text/csv; charset=utf-8');
    assert.equal(reply.headers.get('content-length'), '20');
    assert.match(reply.headers.get('content-disposition') ?? '', /^attachment; filename="report _1_\.csv"/);
    assert.match(reply.headers.get('content-security-policy') ?? '', /sandbox/);
    assert.equal(reply.headers.get('x-content-type-options'), 'nosniff');
    assert.equal((await admin.post(path, { source: 'report' })).text, reply.text);
    assert.deepEqual((await admin.get(`${path}?source=json`)).body, { rows: 0 });
    assert.equal((await admin.get(`${path}?source=nothing`)).text, '');
  });

  it('answers HEAD with its headers, and does not read the stream', async () => {
    const reply = await admin.request('HEAD', `${path}?source=report`);
    assert.equal(reply.status, 200);
    assert.equal(reply.headers.get('content-length'), '20');
    assert.ok(produced.destroyed);
  });

  it('answers an error before the first byte as JSON', async () => {
    const refused = await admin.get(`${path}?source=refused`);
    assert.equal(refused.status, 409);
    assert.equal(refused.body.error.code, 'conflict');
    assert.equal(refused.headers.get('content-disposition'), null);
    assert.equal((await admin.get(`${path}?source=defect`)).body.error.code, 'internal');
    assert.equal((await admin.get(`${path}?source=unknown`)).status, 400);
    assert.equal((await anonymous.get(`${path}?source=report`)).status, 401);
  });

  it('destroys the connection when the source breaks in the middle', async () => {
    const request = open('broken');
    const [response] = await once(request, 'response');
    assert.equal(response.statusCode, 200);
    let received = 0;
    await assert.rejects(
      (async () => {
        for await (const bytes of response) received += bytes.length;
      })(),
      { code: 'ECONNRESET' },
    );
    assert.equal(received, chunk.length);
  });

  it('stops reading the source when the client disconnects or does not read', async () => {
    const request = open('endless');
    const [response] = await once(request, 'response');
    response.pause();
    let before = -1;
    for (let n = 0; n < 100 && before !== chunks; n += 1) {
      before = chunks;
      await sleep(100);
    }
    assert.equal(before, chunks);
    assert.ok(chunks * chunk.length < 32_000_000, `${chunks} chunks`);
    request.destroy();
    if (!produced.closed) await once(produced, 'close');
    const waiting = open('silent').on('error', () => {});
    const previous = produced;
    while (produced === previous) await sleep(10);
    waiting.destroy();
    while (!produced.destroyed) await sleep(10);
  });

  it('takes no dry run and no Idempotency-Key', async () => {
    const dry = await admin.post(`${path}?dryRun=true`, { source: 'report' });
    assert.equal(dry.status, 400);
    const keyed = await admin.post(path, { source: 'report' }, { 'idempotency-key': 'one' });
    assert.equal(keyed.status, 400);
    assert.match(keyed.body.error.message, /Idempotency-Key/);
  });

  it('is described with its media types', async () => {
    const { paths } = (await admin.get('/openapi.json')).body;
    const { get, post } = paths[path];
    assert.deepEqual(Object.keys(get.responses['200'].content), ['text/csv']);
    assert.deepEqual(Object.keys(post.responses['200'].content), ['text/csv']);
    assert.deepEqual(post.parameters, []);
  });
});

describe('an action that answers with a stored file', () => {
  it('sends ranges of it', async () => {
    const form = new FormData();
    form.append('file', new Blob(['0123456789']), 'digits.txt');
    const authorization = `Bearer ${admin.token}`;
    const uploaded = await fetch(`${url}/api/communications/file-upload`, {
      method: 'POST',
      headers: { authorization },
      body: form,
    });
    const { files } = (await uploaded.json()) as { files: { _id: string; sha256: string }[] };
    const [file] = files;
    const reply = await admin.get(`/api/data/test-file/${file?._id}`, { range: 'bytes=2-4' });
    assert.equal(reply.status, 206);
    assert.equal(reply.text, '234');
    assert.equal(reply.headers.get('etag'), `"${file?.sha256}"`);
    assert.equal((await admin.get('/api/data/test-file/00000000-0000-4000-8000-000000000000')).status, 404);
  });
});
