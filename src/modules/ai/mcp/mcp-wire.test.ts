import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { appForFile, type Json } from '#test/harness.ts';

const listed = 'https://app.example.com';
const app = await appForFile({ CORS_ORIGINS: listed, API_RATE_LIMIT: '1000/1m' });
const { admin, anonymous, url } = app;
const path = '/api/ai/mcp';
const accept = { accept: 'application/json, text/event-stream' };
const list = { jsonrpc: '2.0', id: 7, method: 'tools/list' };
const send = (body: unknown, headers: Record<string, string> = {}) => admin.post(path, body, { ...accept, ...headers });
const metadata = '/.well-known/oauth-protected-resource';

describe('a message', () => {
  it('is answered with JSON, one request at a time and without a session', async () => {
    const reply = await send(list);
    assert.equal(reply.status, 200, reply.text);
    assert.match(reply.headers.get('content-type') ?? '', /^application\/json/);
    assert.equal(reply.headers.get('mcp-session-id'), null);
    assert.equal(reply.headers.get('ratelimit-limit'), '1000');
    assert.deepEqual([reply.body.jsonrpc, reply.body.id], ['2.0', 7]);
    assert.ok(reply.body.result.tools.length > 0);
  });

  it('that is a notification gets 202 and no body', async () => {
    const reply = await send({ jsonrpc: '2.0', method: 'notifications/initialized' });
    assert.deepEqual([reply.status, reply.text], [202, '']);
  });

  it('that initializes settles on a version that both know', async () => {
    const initialize = (protocolVersion: string) => {
      const params = { protocolVersion, capabilities: {}, clientInfo: { name: 'x', version: '1' } };
      return send({ jsonrpc: '2.0', id: 1, method: 'initialize', params });
    };
    assert.equal((await initialize('2025-06-18')).body.result.protocolVersion, '2025-06-18');
    assert.match((await initialize('1999-01-01')).body.result.protocolVersion, /^20\d\d-/);
  });

  it('of an unknown version is refused', async () => {
    const reply = await send(list, { 'mcp-protocol-version': '1999-01-01' });
    assert.equal(reply.status, 400);
    assert.equal(reply.body.jsonrpc, '2.0');
    assert.match(reply.body.error.message, /protocol version/i);
  });

  it('with an unknown method is answered with -32601, also by the versions of 2026', async () => {
    const reply = await send({ ...list, method: 'prompts/list' });
    assert.deepEqual([reply.body.id, reply.body.error.code], [7, -32601]);
    const modern = (method: string) => {
      const _meta = {
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientInfo': { name: 'x', version: '1' },
        'io.modelcontextprotocol/clientCapabilities': {},
      };
      const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': method };
      return send({ ...list, method, params: { _meta } }, headers);
    };
    assert.ok((await modern('tools/list')).body.result.tools.length > 0);
    for (const method of ['nothing/known', 'subscriptions/listen'])
      assert.deepEqual([method, (await modern(method)).body.error.code], [method, -32601]);
  });

  it('whose arguments have the wrong type is answered with -32602', async () => {
    const reply = await send({ ...list, method: 'tools/call', params: { name: 7 } });
    assert.equal(reply.body.error.code, -32602);
  });

  const rpcCode = ({ body }: { body: Json }) => [body.jsonrpc, body.id, body.error.code];

  it('that is no JSON, no object, a batch or no message is refused as JSON-RPC says', async () => {
    const malformed = await send('{"jsonrpc": "2.0", ');
    assert.deepEqual([malformed.status, ...rpcCode(malformed)], [400, '2.0', null, -32700]);
    for (const body of [[list, list], [], 'null', '7', {}, { ...list, jsonrpc: '1.0' }, { jsonrpc: '2.0', id: 1 }]) {
      const reply = await send(body);
      assert.deepEqual([reply.status, ...rpcCode(reply)], [400, '2.0', null, -32600], JSON.stringify(body));
    }
  });

  it('that is too large, compressed or of another type is refused as JSON-RPC says', async () => {
    const large = await send({ ...list, params: { text: 'x'.repeat(1_100_000) } });
    assert.deepEqual([large.status, ...rpcCode(large)], [413, '2.0', null, -32600]);
    assert.match(large.body.error.message, /larger than 1 MiB/);
    const form = await send('a=b', { 'content-type': 'text/plain' });
    assert.deepEqual([form.status, ...rpcCode(form)], [415, '2.0', null, -32600]);
    const deep = await send(
      `{"jsonrpc":"2.0","id":1,"method":"x","params":{"a":${'['.repeat(5000)}${']'.repeat(5000)}}}`,
    );
    assert.equal(deep.status, 400);
  });

  it('takes neither dryRun nor Idempotency-Key', async () => {
    assert.equal((await admin.post(`${path}?dryRun=true`, list, accept)).status, 400);
    assert.equal((await send(list, { 'idempotency-key': 'abc' })).status, 400);
  });
});

it('other methods are answered with 405: there is no stream and no session', async () => {
  for (const method of ['GET', 'DELETE', 'PUT']) {
    const reply = await admin.request(method, path, undefined, { accept: 'text/event-stream' });
    assert.deepEqual([reply.status, reply.headers.get('allow')], [405, 'POST'], method);
  }
});

describe('the origin of a page', () => {
  it('must be ours or an allowed one, even with a valid token', async () => {
    const port = new URL(url).port;
    for (const origin of [listed, url]) assert.equal((await send(list, { origin })).status, 200, origin);
    for (const origin of ['https://evil.example.com', `http://evil.example.com:${port}`, 'null', 'nonsense']) {
      const reply = await send(list, { origin });
      assert.equal(reply.status, 403, origin);
      assert.equal(reply.body.error.details[0].code, 'foreign_origin');
    }
  });

  it('is not taken from the Host header, which a page can choose by its name', async () => {
    const { request } = await import('node:http');
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const headers = {
        ...accept,
        host: 'evil.example.com',
        origin: 'http://evil.example.com',
        'content-type': 'application/json',
        authorization: `Bearer ${admin.token}`,
      };
      const sent = request(url + path, { method: 'POST', headers }, (reply) => {
        reply.resume();
        resolve(reply.statusCode);
      });
      sent.on('error', reject).end(JSON.stringify(list));
    });
    assert.equal(status, 403);
  });

  it('of PUBLIC_URL and its subdomains is ours', async () => {
    const behind = await appForFile({ PUBLIC_URL: 'https://atrium.example.com' });
    const from = async (origin: string) => (await behind.admin.post(path, list, { ...accept, origin })).status;
    assert.equal(await from('https://atrium.example.com'), 200);
    assert.equal(await from('https://acme.atrium.example.com'), 200);
    assert.equal(await from('http://atrium.example.com'), 403);
    assert.equal(await from('https://notatrium.example.com'), 403);
    assert.equal(await from(behind.url), 403);
    const { body } = await behind.anonymous.get(metadata);
    assert.equal(body.resource, 'https://atrium.example.com/api/ai/mcp');
  });
});

describe('without a key', () => {
  it('the answer is 401 and says where to learn how to get one', async () => {
    const reply = await anonymous.post(path, list, accept);
    assert.equal(reply.status, 401);
    assert.equal(reply.headers.get('www-authenticate'), `Bearer resource_metadata="${url}${metadata}/api/ai/mcp"`);
    const wrong = await anonymous.post(path, list, { ...accept, authorization: 'Bearer ak_wrong' });
    assert.deepEqual([wrong.status, wrong.body.error.code], [401, 'unauthenticated']);
    assert.match(wrong.headers.get('www-authenticate') ?? '', /resource_metadata=/);
    assert.equal((await anonymous.get('/api/sales/contacts')).headers.get('www-authenticate'), 'Bearer');
  });

  it('the metadata say that a key goes into the header, and name no authorization server', async () => {
    for (const at of [metadata, `${metadata}${path}`]) {
      const { status, body } = await anonymous.get(at);
      assert.equal(status, 200);
      assert.equal(body.resource, `${url}${path}`);
      assert.deepEqual(body.bearer_methods_supported, ['header']);
      assert.equal('authorization_servers' in body, false);
      assert.equal((await anonymous.get(new URL(body.resource_documentation).pathname)).status, 200);
    }
  });
});
