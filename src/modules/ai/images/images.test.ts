import assert from 'node:assert/strict';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, describe, it } from 'node:test';
import sharp from 'sharp';
import { appForFile, type Json } from '#test/harness.ts';

interface Asked {
  readonly path: string;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: Json;
}

const asked: Asked[] = [];
let answer: (asked: Asked) => { status?: number; headers?: Record<string, string>; body: Json };
const server = http.createServer(async (request, response) => {
  let text = '';
  for await (const chunk of request) text += chunk;
  const one = { path: request.url ?? '', headers: request.headers, body: text === '' ? undefined : JSON.parse(text) };
  asked.push(one);
  const { status = 200, headers, body } = answer(one);
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
after(() => server.close());
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

const app = await appForFile({
  IMAGE_GENERATION_BASE_URL: `${url}/v1`,
  IMAGE_SEARCH_BASE_URL: url,
  IMAGE_GENERATION_API_KEY: 'image-key',
  IMAGE_SEARCH_API_KEY: 'search-key',
});
const { admin } = app;
const lastLog = async () => (await admin.get('/api/ai/aiCompletionLogs?sort=-createdAt&limit=1')).body.data[0];
const picture = async (width: number, height: number) =>
  (
    await sharp({ create: { width, height, channels: 3, background: '#3355aa' } })
      .png()
      .toBuffer()
  ).toString('base64');

describe('making images', () => {
  const path = '/api/ai/image/generate';

  it('stores each as a file of exactly the size that was asked for', async () => {
    asked.length = 0;
    const image = await picture(1536, 1024);
    answer = () => ({ body: { created: 1, data: [{ b64_json: image }, { b64_json: image }] } });
    const reply = await admin.post(path, { prompt: 'A lighthouse at night!', width: 640, height: 360, count: 2 });
    assert.equal(reply.status, 200, reply.text);
    const { images, model, provider } = reply.body;
    assert.deepEqual([images.length, model, provider], [2, 'gpt-image-1', 'openai']);
    assert.deepEqual([asked[0]?.body.size, asked[0]?.body.n], ['1536x1024', 2]);
    assert.equal(asked[0]?.headers.authorization, 'Bearer image-key');
    for (const { url: at, storedFileId, width, height, mimeType } of images) {
      assert.deepEqual([width, height, mimeType], [640, 360, 'image/png']);
      const file = (await admin.get(`/api/data/storedFiles/${storedFileId}`)).body;
      assert.deepEqual(
        [file.name, file.mimeType, file.ownerId],
        ['A lighthouse at night.png', 'image/png', admin.userId],
      );
      const content = await fetch(at, { headers: { authorization: `Bearer ${admin.token}` } });
      const { width: w, height: h } = await sharp(Buffer.from(await content.arrayBuffer())).metadata();
      assert.deepEqual([w, h], [640, 360]);
      assert.equal((await fetch(at)).status, 401, 'strangers may not download it');
    }
    const log = await lastLog();
    assert.deepEqual([log.operation, log.status, log.provider], ['imageGeneration', 'succeeded', 'openai']);
  });

  it('asks Google for the nearest proportions', async () => {
    asked.length = 0;
    const image = await picture(640, 1136);
    const parts = [{ inlineData: { mimeType: 'image/png', data: image } }];
    answer = () => ({
      body: { candidates: [{ content: { role: 'model', parts }, finishReason: 'STOP' }] },
    });
    const given = { prompt: 'x', width: 300, height: 600, count: 2, model: 'gemini-2.5-flash-image' };
    const reply = await admin.post(path, given);
    assert.equal(reply.status, 200, reply.text);
    assert.equal(asked[0]?.body.generationConfig.imageConfig.aspectRatio, '9:16');
    assert.equal(asked.length, 2, 'it makes one image at a time');
    assert.deepEqual([reply.body.provider, reply.body.images.length, reply.body.images[1].height], ['google', 2, 600]);
  });

  it('refuses other models and sizes, and logs what the provider refuses', async () => {
    assert.equal((await admin.post(path, { prompt: 'x', width: 9000, height: 10 })).status, 422);
    assert.equal((await admin.post(path, { prompt: 'x', model: 'stable-diffusion' })).status, 422);
    answer = () => ({ status: 400, body: { error: { message: 'Your request was rejected by the safety system.' } } });
    const reply = await admin.post(path, { prompt: 'x' });
    assert.equal(reply.status, 502);
    assert.match(reply.body.error.message, /rejected by the safety system/);
    assert.equal((await lastLog()).status, 'failed');
    answer = () => ({ body: { data: [{ b64_json: Buffer.from('no image').toString('base64') }] } });
    assert.equal((await admin.post(path, { prompt: 'x' })).status, 502);
  });
});

describe('finding images', () => {
  const path = '/api/ai/image-request/search';

  it('asks Unsplash by default', async () => {
    asked.length = 0;
    answer = () => ({
      body: {
        results: [
          {
            id: 'u1',
            width: 4000,
            height: 3000,
            description: null,
            alt_description: 'a harbour',
            urls: { regular: 'https://images.example/r', small: 'https://images.example/s' },
            user: { name: 'Ada', links: { html: 'https://unsplash.example/@ada' } },
          },
        ],
      },
    });
    const reply = await admin.post(path, { query: 'harbour at dawn', limit: 3, orientation: 'square' });
    assert.equal(reply.status, 200, reply.text);
    assert.deepEqual(reply.body.data, [
      {
        id: 'u1',
        url: 'https://images.example/r',
        thumbnailUrl: 'https://images.example/s',
        width: 4000,
        height: 3000,
        description: 'a harbour',
        author: 'Ada',
        authorUrl: 'https://unsplash.example/@ada',
        source: 'unsplash',
      },
    ]);
    assert.equal(asked[0]?.path, '/search/photos?query=harbour+at+dawn&per_page=3&orientation=squarish');
    assert.equal(asked[0]?.headers.authorization, 'Client-ID search-key');
    const log = await lastLog();
    assert.deepEqual([log.operation, log.status, log.provider], ['imageSearch', 'succeeded', 'unsplash']);
  });

  it('asks Pexels with the key of a tenant who wants that', async () => {
    asked.length = 0;
    const other = await app.tenant();
    await other.create('/api/ui/settings', {
      key: 'ai.imageSearch',
      secretValue: 'own',
      value: { provider: 'pexels' },
    });
    answer = () => ({
      body: {
        photos: [
          {
            id: 7,
            width: 10,
            height: 20,
            alt: 'a dog',
            photographer: 'Bo',
            photographer_url: 'https://p.example/bo',
            src: { large2x: 'https://p.example/l', medium: 'https://p.example/m' },
          },
        ],
      },
    });
    const { body } = await other.post(path, { query: 'dog' });
    assert.deepEqual([body.data[0].id, body.data[0].source, body.data[0].author], ['7', 'pexels', 'Bo']);
    assert.equal(asked[0]?.path, '/v1/search?query=dog&per_page=10');
    assert.equal(asked[0]?.headers.authorization, 'own');
  });

  it('asks again, twice at most, when the service fails or limits its rate', async () => {
    asked.length = 0;
    answer = () =>
      asked.length === 1
        ? { status: 429, headers: { 'retry-after': '1' }, body: {} }
        : asked.length === 2
          ? { status: 503, body: {} }
          : { body: { results: [] } };
    const began = Date.now();
    const { status, body } = await admin.post(path, { query: 'x' });
    assert.deepEqual([status, body.data, asked.length], [200, [], 3]);
    assert.ok(Date.now() - began >= 2000, 'a second as it asked, and then the second back-off');
    assert.equal((await lastLog()).status, 'succeeded');

    asked.length = 0;
    answer = () => ({ status: 500, body: {} });
    const failed = await admin.post(path, { query: 'x' });
    assert.deepEqual([failed.status, asked.length], [502, 3]);
    assert.match(failed.body.error.message, /unsplash answered 500/);
    const log = await lastLog();
    assert.deepEqual([log.status, log.error.code], ['failed', 'ai_provider_error']);
  });

  it('says what went wrong, at once when another try would not help', async () => {
    asked.length = 0;
    answer = () => ({ status: 401, body: {} });
    assert.match(
      (await admin.post(path, { query: 'x' })).body.error.message,
      /refused the key: check the setting ai.imageSearch/,
    );
    answer = () => ({ status: 429, headers: { 'retry-after': '3600' }, body: {} });
    const limited = await admin.post(path, { query: 'x' });
    assert.deepEqual([limited.status, limited.headers.get('retry-after')], [429, '3600']);
    assert.equal((await lastLog()).status, 'failed');
    assert.equal(asked.length, 2);
  });
});
