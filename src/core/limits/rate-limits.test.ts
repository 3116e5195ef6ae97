import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { after, describe, it } from 'node:test';
import pino from 'pino';
import { testConfig } from '#test/cluster.ts';
import { appForFile, Client, type Reply } from '#test/harness.ts';
import { createApp } from '../../app.ts';
import { readConfig } from '../../config.ts';

const contacts = '/api/sales/contacts';
const limit = 20;
const started = await appForFile({ API_RATE_LIMIT: `${limit}/1m` });
const { tenant, url, connection, anonymous } = started;

const remaining = ({ headers }: Reply) => Number(headers.get('ratelimit-remaining'));

describe('API_RATE_LIMIT', () => {
  it('limits the requests of a tenant, and each answer says how many remain', async () => {
    const client = await tenant();
    for (let n = 1; n <= limit; n += 1) {
      const reply = n % 2 ? await client.get(contacts) : await client.get('/api/identity/me');
      assert.equal(reply.status, 200);
      assert.equal(reply.headers.get('ratelimit-limit'), String(limit));
      assert.equal(remaining(reply), limit - n);
      assert.match(String(reply.headers.get('ratelimit-reset')), /^([1-9]|[1-5]\d|60)$/);
    }
    const refused = await client.get(contacts);
    assert.equal(refused.status, 429);
    assert.equal(refused.body.error.code, 'rate_limited');
    assert.equal(remaining(refused), 0);
    assert.equal(refused.headers.get('retry-after'), refused.headers.get('ratelimit-reset'));
    assert.equal((await client.post(contacts, { lastName: 'x' })).status, 429, 'writes count as well');
    const other = await tenant();
    assert.equal((await other.get(contacts)).status, 200, 'another tenant is not limited');
  });

  it('counts each API key separately', async () => {
    const client = await tenant();
    const keys = [];
    for (const name of ['one', 'two'])
      keys.push(await client.create('/api/identity/api-keys', { name, scopes: ['*:read'] }));
    const [one, two] = keys.map(({ key }) => new Client(url, key));
    for (let n = 1; n <= limit; n += 1) assert.equal((await (one as Client).get(contacts)).status, 200);
    assert.equal((await (one as Client).get(contacts)).status, 429);
    assert.equal((await (two as Client).get(contacts)).status, 200);
    assert.equal(remaining(await client.get(contacts)), limit - 3, 'users of the account are counted separately');
  });

  it('does not count requests to /health without a session', async () => {
    for (let n = 0; n < limit + 5; n += 1) assert.equal((await anonymous.get('/health')).status, 200);
    assert.equal((await anonymous.get('/health')).headers.get('ratelimit-limit'), null);
  });

  it('must be a count and a duration, or the server does not start', () => {
    for (const text of ['20', '0/1m', '20/0s', 'a/1m', '20/1x', '-1/1m'])
      assert.throws(
        () =>
          readConfig({
            ...process.env,
            DATA_DIR: '/tmp/unused',
            JWT_SECRET: 'x'.repeat(32),
            API_RATE_LIMIT: text,
            ENCRYPTION_KEY: Buffer.alloc(32).toString('base64'),
          }),
        /API_RATE_LIMIT must be/,
        text,
      );
  });
});

describe('the limit on wrong passwords from one network', () => {
  it('is shared by all nodes', async () => {
    const node = await createApp({
      config: testConfig(),
      connection,
      log: pino({ level: 'silent' }),
      passwordCost: 4,
    });
    await node.server.listen({ host: '127.0.0.1', port: 0 });
    after(() => node.close());
    const second = new Client(`http://127.0.0.1:${(node.server.server.address() as AddressInfo).port}`);
    const statuses: number[] = [];
    const guess = async (client: Client, n: number) => {
      const reply = await client.post('/api/identity/auth/login', {
        email: `nobody-${n}@example.com`,
        password: 'wrong',
      });
      statuses.push(reply.status);
    };
    for (let n = 0; n < 65; n += 1) await Promise.all([guess(anonymous, 2 * n), guess(second, 2 * n + 1)]);
    const tried = statuses.filter((status) => status === 401).length;
    assert.ok(tried <= 100, `${tried} passwords were tried`);
    assert.ok(tried >= 90, `${tried} passwords were tried`);
    assert.equal(statuses.length - tried, statuses.filter((status) => status === 429).length);
  });
});
