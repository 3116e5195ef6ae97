import assert from 'node:assert/strict';
import { type IncomingHttpHeaders, request } from 'node:http';
import { describe, it } from 'node:test';
import zlib from 'node:zlib';
import { appForFile, type Client } from '#test/harness.ts';
import { encodingFor } from './compression.ts';

const { admin, anonymous, url } = await appForFile();

interface RawReply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
}

/** Returns the bytes on the wire, which `fetch` would decode. Ends an event stream after its headers. */
function send(
  client: Client,
  path: string,
  headers: Record<string, string> = {},
  method = 'GET',
  body = '',
): Promise<RawReply> {
  const all = {
    ...(client.token && { authorization: `Bearer ${client.token}` }),
    ...(body && { 'content-type': 'application/json' }),
    ...headers,
  };
  return new Promise((resolve, reject) => {
    const sent = request(`${url}${path}`, { method, headers: all, agent: false }, (answer) => {
      const parts: Buffer[] = [];
      const done = () =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, bytes: Buffer.concat(parts) });
      answer.on('data', (part) => parts.push(part));
      answer.on('end', done);
      if (answer.headers['content-type']?.startsWith('text/event-stream')) {
        done();
        sent.destroy();
      }
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

const decoders = { br: zlib.brotliDecompressSync, gzip: zlib.gunzipSync } as const;
const contacts = '/api/sales/contacts';
const operations = Array.from({ length: 200 }, (_, n) => ({
  op: 'create',
  record: { firstName: `Ada ${n}`, lastName: 'Lovelace', email: `ada${n}@example.com`, title: 'Countess' },
}));
assert.equal((await admin.post(`${contacts}/bulk?return=minimal`, { operations })).status, 200);
const page = `${contacts}?limit=200`;
const plain = await send(admin, page);

describe('an answer of more than 1 KB', () => {
  it('is compressed with an encoding that the client accepts, and decodes to the same text', async () => {
    assert.equal(plain.headers['content-encoding'], undefined);
    assert.equal(Number(plain.headers['content-length']), plain.bytes.length);
    for (const encoding of ['br', 'gzip'] as const) {
      const { headers, bytes } = await send(admin, page, { 'accept-encoding': encoding });
      assert.equal(headers['content-encoding'], encoding);
      assert.equal(Number(headers['content-length']), bytes.length);
      assert.match(headers.vary ?? '', /accept-encoding/);
      assert.ok(bytes.length * 8 < plain.bytes.length, `${bytes.length} of ${plain.bytes.length}`);
      assert.deepEqual(decoders[encoding](bytes), plain.bytes);
    }
  });

  it('is sent uncompressed to a client that accepts neither gzip nor br', async () => {
    for (const accepted of ['identity', 'br;q=0, gzip;q=0', '*;q=0', 'zstd']) {
      const { headers, bytes } = await send(admin, page, { 'accept-encoding': accepted });
      assert.equal(headers['content-encoding'], undefined, accepted);
      assert.deepEqual(bytes, plain.bytes);
    }
  });

  it('is compressed for a search, for a bulk request and for an HTML page', async () => {
    const accept = { 'accept-encoding': 'gzip, deflate, br' };
    const search = await send(admin, `${contacts}/search`, accept, 'POST', '{"limit":200}');
    const bulk = await send(
      admin,
      `${contacts}/bulk`,
      accept,
      'POST',
      JSON.stringify({ operations: operations.slice(0, 20) }),
    );
    const docs = await send(anonymous, '/docs', accept);
    for (const { status, headers, bytes } of [search, bulk, docs]) {
      assert.equal(status, 200);
      assert.equal(headers['content-encoding'], 'br');
      assert.ok(zlib.brotliDecompressSync(bytes).length > bytes.length);
    }
  });
});

describe('an answer is never compressed', () => {
  const accept = { 'accept-encoding': 'br, gzip' };

  it('when it is small', async () => {
    const { headers } = await send(admin, `${contacts}?limit=1&fields=firstName`, accept);
    assert.equal(headers['content-encoding'], undefined);
  });

  it('when it shows secrets, however large it is', async () => {
    const keys = Array.from({ length: 20 }, (_, n) => ({
      op: 'create',
      record: { name: `k${n}`, scopes: ['sales:read'] },
    }));
    const { status, headers, bytes } = await send(
      admin,
      '/api/identity/apiKeys/bulk',
      accept,
      'POST',
      JSON.stringify({ operations: keys }),
    );
    assert.equal(status, 200);
    assert.ok(bytes.length > 4000);
    assert.match(headers['cache-control'] ?? '', /no-store/);
    assert.equal(headers['content-encoding'], undefined);
  });

  it('when it is an event stream', async () => {
    const { status, headers } = await send(admin, '/api/data/changes', { ...accept, accept: 'text/event-stream' });
    assert.equal(status, 200);
    assert.equal(headers['content-encoding'], undefined);
  });
});

describe('the ETag of a compressed answer', () => {
  it('is that of the record, and If-None-Match gets 304', async () => {
    const about = 'x'.repeat(5000);
    const { _id: id } = await admin.create('/api/sales/contactNotes', {
      contactId: (await admin.get(`${contacts}?limit=1`)).body.data[0]._id,
      content: about,
    });
    const path = `/api/sales/contactNotes/${id}`;
    const first = await send(admin, path, { 'accept-encoding': 'gzip' });
    assert.deepEqual([first.headers['content-encoding'], first.headers.etag], ['gzip', '"1"']);
    const again = await send(admin, path, { 'accept-encoding': 'br', 'if-none-match': '"1"' });
    assert.deepEqual([again.status, again.bytes.length], [304, 0]);
    const head = await send(admin, path, { 'accept-encoding': 'br' }, 'HEAD');
    assert.deepEqual([head.status, head.headers.etag, head.bytes.length], [200, '"1"', 0]);
  });
});

describe('documents and assets', () => {
  it('are sent compressed, and If-None-Match with their ETag gets 304', async () => {
    for (const path of [
      '/openapi.json',
      '/openapi/sales.json',
      '/docs/assets/swagger-ui-bundle.js',
      '/docs/docs.css',
    ]) {
      const uncompressed = await send(anonymous, path);
      for (const encoding of ['br', 'gzip'] as const) {
        const { headers, bytes } = await send(anonymous, path, { 'accept-encoding': encoding });
        assert.equal(headers['content-encoding'], encoding, path);
        assert.match(headers.vary ?? '', /accept-encoding/);
        assert.ok(bytes.length * 2 < uncompressed.bytes.length, path);
        assert.deepEqual(decoders[encoding](bytes), uncompressed.bytes);
        if (!headers.etag) continue;
        assert.equal(headers.etag, uncompressed.headers.etag);
        const cached = { 'accept-encoding': encoding, 'if-none-match': headers.etag };
        assert.equal((await send(anonymous, path, cached)).status, 304);
      }
    }
  });
});

describe('the encoding of an answer', () => {
  it('follows Accept-Encoding', () => {
    const expected: [string | undefined, string | undefined][] = [
      [undefined, undefined],
      ['', undefined],
      ['identity', undefined],
      ['gzip', 'gzip'],
      ['GZIP', 'gzip'],
      ['gzip, deflate, br, zstd', 'br'],
      ['gzip;q=1.0, br;q=0.5', 'gzip'],
      ['br;q=0, *', 'gzip'],
      ['*', 'br'],
      ['gzip;q=0', undefined],
      ['gzip; q=0.3', 'gzip'],
    ];
    for (const [header, encoding] of expected) assert.equal(encodingFor(header), encoding, header);
  });
});
