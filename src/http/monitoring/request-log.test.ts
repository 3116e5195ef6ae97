import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { after, describe, it } from 'node:test';
import pino from 'pino';
import { testConfig } from '#test/cluster.ts';
import { appForFile, Client, type Json } from '#test/harness.ts';
import { until } from '#test/process.ts';
import { createApp } from '../../app.ts';
import { describeSettings } from '../../log.ts';

const contacts = '/api/sales/contacts';
const started = await appForFile();

/** Starts another node on the same database and captures its log. */
async function startLoggingNode(level: string) {
  const lines: Json[] = [];
  const log = pino({ level }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const config = testConfig({ METRICS: 'true', TRUST_PROXY: 'true' });
  const node = await createApp({ config, connection: started.connection, log, passwordCost: 4 });
  await node.server.listen({ host: '127.0.0.1', port: 0 });
  after(() => node.close());
  const url = `http://127.0.0.1:${(node.server.server.address() as AddressInfo).port}`;
  /** Waits for the request line with this id. */
  const lineOf = (requestId: string): Promise<Json> =>
    until(`the line of ${requestId}`, () =>
      lines.find((line) => line.requestId === requestId && line.msg === 'request'),
    );
  return { url, lines, lineOf, admin: new Client(url, started.admin.token), anonymous: new Client(url) };
}

describe('the log at its default level', async () => {
  const { admin, anonymous, lines, lineOf, url } = await startLoggingNode('info');

  it('has a line for each request with method, path, status and caller', async () => {
    const { _id } = await admin.create(contacts, { firstName: 'Ada' });
    const headers = { 'x-request-id': 'read-one', 'x-forwarded-for': '203.0.113.9' };
    await admin.get(`${contacts}/${_id}?fields=name`, headers);
    const { level, time, pid, hostname, ms, ...line } = await lineOf('read-one');
    assert.equal(level, 30);
    assert.equal(typeof ms, 'number');
    assert.deepEqual(line, {
      requestId: 'read-one',
      method: 'GET',
      path: `${contacts}/${_id}`,
      route: '/api/:moduleKey/:slug/:id',
      status: 200,
      tenant: 'default',
      user: started.admin.userId,
      ip: '203.0.113.9',
      msg: 'request',
    });
  });

  it('names the API key that was used', async () => {
    const { key, _id } = await admin.create('/api/identity/apiKeys', { name: 'reports', scopes: ['sales:read'] });
    await new Client(url, key).get(contacts, { 'x-request-id': 'by-key' });
    const line = await lineOf('by-key');
    assert.deepEqual([line.key, line.user, line.status], [_id, started.admin.userId, 200]);
    assert.doesNotMatch(JSON.stringify(lines), new RegExp(key));
  });

  it('has anonymous requests and unknown paths, and never a query string', async () => {
    await anonymous.get(`${contacts}?token=abc-secret`, { 'x-request-id': 'stranger' });
    await anonymous.get(`/nowhere/${'x'.repeat(500)}?token=abc-secret`, { 'x-request-id': 'unknown' });
    const [stranger, unknown] = [await lineOf('stranger'), await lineOf('unknown')];
    assert.deepEqual(
      [stranger.status, stranger.path, stranger.tenant, stranger.user],
      [401, contacts, undefined, undefined],
    );
    assert.deepEqual([unknown.status, unknown.route, unknown.path.length], [404, undefined, 200]);
    assert.doesNotMatch(JSON.stringify(lines), /abc-secret/);
  });

  it('leaves out successful health checks and scrapes of /metrics', async () => {
    for (const path of ['/health', '/metrics']) await anonymous.get(path);
    await anonymous.get('/version', { 'x-request-id': 'last' });
    await lineOf('last');
    assert.deepEqual(
      lines.filter(({ path }) => path === '/health' || path === '/metrics'),
      [],
    );
  });
});

describe('the log at other levels', () => {
  it('has health checks at debug, and no requests at warn', async () => {
    const verbose = await startLoggingNode('debug');
    await verbose.anonymous.get('/health', { 'x-request-id': 'probe' });
    assert.equal((await verbose.lineOf('probe')).level, 20);
    const quiet = await startLoggingNode('warn');
    await quiet.anonymous.get('/version');
    assert.deepEqual(quiet.lines, []);
  });
});

describe('the log line at the start', () => {
  it('has the important settings and no secret', () => {
    const config = testConfig({
      DATABASE_URL: 'postgres://someone:hidden-password@db1:5432,db2:5433/atrium?target_session_attrs=read-write',
      PUBLIC_URL: 'https://crm.example.com',
      METRICS_TOKEN: 'hidden-metrics-token',
      SMTP_URL: 'smtp://mailer:hidden-mail@mail.example.com:25',
      API_RATE_LIMIT: '600/1m',
    });
    const settings = describeSettings(config) as Json;
    assert.equal(settings.database, 'db1:5432,db2:5433/atrium');
    assert.deepEqual([settings.publicUrl, settings.metrics, settings.mail], ['https://crm.example.com', true, 'smtp']);
    assert.deepEqual(settings.apiRateLimit, { most: 600, perMs: 60_000 });
    const text = JSON.stringify(settings);
    for (const secret of ['hidden', 'someone', config.jwtSecret, config.encryptionKey.toString('base64')])
      assert.ok(!text.includes(secret), secret);
    assert.equal((describeSettings(testConfig()) as Json).database, 'embedded');
  });
});
