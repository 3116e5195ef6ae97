import assert from 'node:assert/strict';
import http from 'node:http';
import net from 'node:net';
import { describe, it } from 'node:test';
import { refused } from '#test/expect.ts';
import { appForFile, type Json, type Reply } from '#test/harness.ts';
import { until } from '#test/process.ts';
import { timeLimit } from '#test/time-limit.ts';

const { admin, anonymous, app, url, user } = await appForFile();
const port = Number(new URL(url).port);
const contacts = '/api/sales/contacts';
const login = '/api/identity/auth/login';
const zeros = (count: number) => `1.${'0'.repeat(count)}1`;
const many = (count: number, item: (n: number) => string) => Array.from({ length: count }, (_, n) => item(n)).join();

/** Asserts that an answer arrives soon. Without the limits each of these bodies kept the process busy for seconds. */
async function answeredSoon(send: () => Promise<Reply>): Promise<Reply> {
  const begun = performance.now();
  const reply = await send();
  const took = performance.now() - begun;
  assert.ok(took < timeLimit(3000), `answered after ${took} ms`);
  return reply;
}

describe('a body that is expensive to process', () => {
  it('is refused for a long number, before and after signing in', async () => {
    for (const count of [500, 10_000]) {
      const body = `{"email":"a@example.com","password":${zeros(count)}}`;
      const reply = await answeredSoon(() => anonymous.post(login, body));
      refused(reply, 400, 'bad_request');
      assert.match(reply.body.error.message, /number at position \d+ is longer than 400 characters/);
    }
    for (const count of [40_000, 80_000, 1_000_000]) {
      refused(await answeredSoon(() => admin.post(contacts, `{"score":${zeros(count)}}`)), 400, 'bad_request');
    }
  });

  it('is refused for too many values, keys or levels, and the error names the limit', async () => {
    const bodies: [string, RegExp][] = [
      [`{"tags":[${many(500_000, () => '1')},12345678901234567890]}`, /more than 100,000 values/],
      [`{${many(90_000, (n) => `"k${n}":1`)}}`, /more than 2,000 keys/],
      [`{"x":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, /more than 64 levels/],
    ];
    for (const [body, reason] of bodies) {
      const reply = await answeredSoon(() => admin.post(contacts, body));
      refused(reply, 400, 'bad_request');
      assert.match(reply.body.error.message, reason);
    }
  });

  it('is not read when the caller is not signed in or may not call the action', async () => {
    const viewer = await user({ permissions: ['sales:read'] });
    const start = `{"key":"`;
    const send = (path: string, token: string) =>
      new Promise<[number, string]>((resolve, reject) => {
        // The body never ends, so an answer shows that the server did not wait for it.
        const headers = { 'content-type': 'application/json', authorization: token, 'content-length': '500000' };
        const request = http.request({ port, path, method: 'POST', headers, agent: false }, (response) => {
          response.on('data', () => {});
          resolve([response.statusCode ?? 0, String(response.headers['x-request-id'])]);
          request.destroy();
        });
        request.on('error', reject);
        request.write(start);
      });
    for (const path of [
      '/api/data/models',
      '/api/identity/account-provisioning/provision',
      contacts,
      '/api/nothing/at/all/x',
    ]) {
      const [status, id] = await send(path, 'Bearer nonsense');
      assert.equal(status, path.includes('nothing') ? 404 : 401, path);
      assert.ok(id.length > 10);
    }
    assert.equal((await send('/api/data/models', `Bearer ${viewer.token}`))[0], 403);
  });

  it('of more than 16 KiB is refused by a public action, and of more than 1 MiB by all others', async () => {
    const large = (size: number) => JSON.stringify({ email: 'a@example.com', password: 'x'.repeat(size) });
    for (const path of [login, '/api/identity/auth/register', '/api/identity/auth/forgot-password']) {
      const reply = await anonymous.post(path, large(17_000));
      refused(reply, 413, 'payload_too_large');
      assert.match(reply.body.error.message, /larger than 16 KiB/);
    }
    assert.notEqual((await anonymous.post(login, large(1000))).status, 413);
    const reply = await admin.post(contacts, large(1_100_000));
    assert.match(reply.body.error.message, /larger than 1 MiB/);
  });

  it('is refused with its first 20 problems, and the number of the others', async () => {
    const reply = await answeredSoon(() =>
      admin.post(contacts, `{"lastName":"Named",${many(1900, (n) => `"k${n}":1`)}}`),
    );
    refused(reply, 422, 'validation_failed', 'k0');
    assert.equal(reply.body.error.details.length, 20);
    assert.match(reply.body.error.message, /and 1,899 more, see details, which name the first 20/);
    const action = await admin.post('/api/data/models', `{${many(1900, (n) => `"k${n}":1`)}}`);
    refused(action, 422, 'validation_failed');
    assert.ok(action.body.error.details.length <= 20);
    const operations = Array.from({ length: 900 }, () => ({
      op: 'create',
      record: Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`k${n}`, 1])),
    }));
    const bulk = await admin.post(`${contacts}/bulk`, { operations: operations.slice(0, 500), atomic: false });
    assert.ok(bulk.body.results.every(({ error }: Json) => error.details.length === 20));
  });

  it('is not too large with a thousand records of forty fields each', async () => {
    const fields = Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`f${n}`, n]));
    const operations = Array.from({ length: 1000 }, () => ({ op: 'create', record: fields }));
    // The unknown fields are refused, not the size.
    refused(await admin.post(`${contacts}/bulk`, { operations }), 422, 'validation_failed');
  });
});

describe('a filter', () => {
  const search = (filter: Json) => admin.post(`${contacts}/search`, { filter });

  it('has at most 50 conditions and 50 groups', async () => {
    const group = (length: number) => Array.from({ length }, (_, n) => ({ firstName: `x${n}` }));
    assert.equal((await search({ or: group(50) })).status, 200);
    const reply = await search({ or: [...group(50), {}] });
    refused(reply, 400, 'bad_request', 'filter');
    assert.match(reply.body.error.message, /at most 50 groups/);
    const conditions = (length: number) => ({ or: [Object.fromEntries([['firstName', operators(length)]])] });
    const names = ['contains', 'startsWith', 'endsWith', 'ne', 'gt'];
    const operators = (length: number) => Object.fromEntries(names.slice(0, length).map((name) => [name, 'x']));
    assert.equal((await search(conditions(5))).status, 200);
    const eleven = { or: Array.from({ length: 11 }, () => ({ firstName: operators(5) })) };
    assert.match((await search(eleven)).body.error.message, /at most 50 conditions/);
    assert.equal((await search({ or: eleven.or.slice(1) })).status, 200);
  });

  it('accepts text patterns of at most 200 characters', async () => {
    for (const operator of ['contains', 'startsWith', 'endsWith']) {
      assert.equal((await search({ description: { [operator]: 'x'.repeat(200) } })).status, 200);
      refused(
        await search({ description: { [operator]: 'x'.repeat(201) } }),
        400,
        'bad_request',
        `filter[description][${operator}]`,
      );
      refused(
        await admin.get(`${contacts}?filter[firstName][${operator}]=${'x'.repeat(201)}`),
        400,
        'bad_request',
        `filter[firstName][${operator}]`,
      );
    }
    assert.equal((await search({ firstName: 'x'.repeat(1000) })).status, 200);
  });
});

describe('a client that closes its connection before its body is complete', () => {
  it('is not logged as a warning or error', async () => {
    const { log } = app.services;
    const { warn, error, debug } = log;
    const faults: unknown[] = [];
    let noticed = 0;
    log.warn = (...given: unknown[]) => void faults.push(given);
    log.error = (...given: unknown[]) => void faults.push(given);
    log.debug = (...given: unknown[]) => {
      if (/closed its connection/.test(String(given[1]))) noticed += 1;
    };
    try {
      for (const end of ['resetAndDestroy', 'destroy'] as const) {
        const socket = net.connect(port, '127.0.0.1');
        socket.on('error', () => {});
        const head = `POST ${contacts} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${admin.token}`;
        socket.write(`${head}\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"firstName":`);
        const before = noticed;
        // The delay lets the server start reading the body.
        setTimeout(() => socket[end](), 300);
        await until('the server to notice', () => noticed > before);
      }
    } finally {
      Object.assign(log, { warn, error, debug });
    }
    assert.deepEqual(faults, []);
  });
});

describe('an unknown Expect header', () => {
  it('is answered with 417 in the common error format, with the usual headers', async () => {
    const answer = await new Promise<http.IncomingMessage & { text?: string }>((resolve, reject) => {
      const headers = { expect: 'foo', authorization: `Bearer ${admin.token}` };
      http
        .get({ port, path: contacts, headers, agent: false }, (response) => {
          let text = '';
          response.on('data', (part) => (text += part));
          response.on('end', () => resolve(Object.assign(response, { text })));
        })
        .on('error', reject);
    });
    assert.equal(answer.statusCode, 417);
    const { error } = JSON.parse(answer.text ?? '');
    assert.deepEqual(
      [error.code, error.requestId, error.details],
      ['expectation_failed', answer.headers['x-request-id'], []],
    );
    const usual = (await admin.get(contacts)).headers;
    for (const name of [
      'content-security-policy',
      'x-content-type-options',
      'x-frame-options',
      'cache-control',
      'content-type',
    ]) {
      assert.equal(answer.headers[name], usual.get(name), name);
    }
  });
});
