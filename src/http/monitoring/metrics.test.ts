import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import Fastify from 'fastify';
import pg from 'pg';
import pino from 'pino';
import type { Measure } from '#core/measures.ts';
import { clientConfig } from '#db/connection.ts';
import { appForFile, startApp } from '#test/harness.ts';
import { until } from '#test/process.ts';
import { receiverForFile } from '#test/receiver.ts';
import { contacts, quick, WebhookTools } from '#test/webhook-tools.ts';
import { mountMetrics } from './metrics.ts';

const token = 'a-token-for-prometheus';
const receiver = await receiverForFile();
const started = await appForFile({ ...quick, WEBHOOK_RETRY_DELAYS: '1h', METRICS_TOKEN: token });
const { admin, anonymous, connection, tenant } = started;
const hooks = new WebhookTools(started, receiver);

const scrape = async (): Promise<string> => {
  const reply = await anonymous.get('/metrics', { authorization: `Bearer ${token}` });
  assert.equal(reply.status, 200, reply.text);
  assert.match(reply.headers.get('content-type') ?? '', /^text\/plain; version=0\.0\.4/);
  return reply.text;
};

/** The value of a series; undefined when it is missing. */
function seriesOf(text: string, name: string, labels: Readonly<Record<string, string>> = {}): number | undefined {
  const expected = Object.entries(labels).map(([key, value]) => `${key}="${value}"`);
  const line = text
    .split('\n')
    .find((one) => one.split(/[ {]/, 1)[0] === name && expected.every((label) => one.includes(label)));
  return line === undefined ? undefined : Number(line.slice(line.lastIndexOf(' ') + 1));
}

const count = 'atrium_http_request_duration_seconds_count';

describe('GET /metrics', () => {
  it('does not exist unless the operator enables it', async () => {
    const off = await startApp();
    try {
      assert.equal((await off.anonymous.get('/metrics')).status, 404);
      assert.equal((await off.anonymous.get('/metrics', { authorization: `Bearer ${token}` })).status, 404);
    } finally {
      await off.close();
    }
  });

  it('accepts only METRICS_TOKEN, and needs no token when METRICS=true', async () => {
    assert.equal((await anonymous.get('/metrics')).status, 401);
    assert.equal((await anonymous.get('/metrics', { authorization: 'Bearer a-token-for-somebody-else' })).status, 401);
    assert.equal((await anonymous.get('/metrics', { authorization: `Basic ${token}` })).status, 401);
    const refused = await admin.get('/metrics');
    assert.equal(refused.status, 401);
    assert.equal(refused.body.error.code, 'unauthenticated');
    assert.equal(refused.headers.get('www-authenticate'), 'Bearer');
    await scrape();
    const open = await startApp({ METRICS: 'true' });
    try {
      assert.equal((await open.anonymous.get('/metrics')).status, 200);
    } finally {
      await open.close();
    }
  });

  it('counts requests by method, route template and status class', async () => {
    const contact = await admin.create(contacts, { firstName: 'Ada' });
    const one = { method: 'GET', route: '/api/:moduleKey/:slug/:id' };
    const before = await scrape();
    for (let n = 0; n < 3; n += 1) await admin.get(`${contacts}/${contact._id}`);
    await admin.get(`${contacts}/not-an-id`);
    await anonymous.get('/somewhere/else?token=abc');
    const after = await scrape();
    const grew = (labels: Record<string, string>) =>
      (seriesOf(after, count, labels) ?? 0) - (seriesOf(before, count, labels) ?? 0);
    assert.equal(grew({ ...one, status: '2xx' }), 3);
    assert.equal(grew({ ...one, status: '4xx' }), 1);
    assert.equal(grew({ route: 'none', status: '4xx' }), 1);
    assert.ok((seriesOf(after, 'atrium_http_request_duration_seconds_sum', { ...one, status: '2xx' }) ?? 0) > 0);
  });

  it('names no tenant, record, path or user', async () => {
    const other = await tenant('metrics-tenant');
    const contact = await other.create(contacts, { firstName: 'Grace' });
    await other.get(`${contacts}/${contact._id}?filter[firstName]=Grace`);
    await fetch(`${started.url}/no/such/place`, { method: 'PROPFIND' });
    const text = await scrape();
    for (const hidden of ['metrics-tenant', contact._id, '/no/such', 'PROPFIND', 'Grace', other.userId])
      assert.doesNotMatch(text, new RegExp(hidden));
    const labels = new Set([...text.matchAll(/[{,](\w+)="/g)].map(([, label]) => label));
    const known = 'method route status lane result state le type kind space version major minor patch quantile';
    assert.deepEqual(
      [...labels].filter((label) => !known.split(' ').includes(label as string)),
      [],
    );
  });

  it('shows the connections of this node and the process', async () => {
    const text = await scrape();
    for (const lane of ['requests', 'background', 'lookups']) {
      assert.ok((seriesOf(text, 'atrium_db_connections_limit', { lane }) ?? 0) >= 3);
      assert.notEqual(seriesOf(text, 'atrium_db_connections_in_use', { lane }), undefined);
      assert.equal(seriesOf(text, 'atrium_db_waiting', { lane }), 0);
    }
    assert.equal(seriesOf(text, 'atrium_db_refused_total'), 0);
    assert.equal(seriesOf(text, 'atrium_database_up'), 1);
    assert.ok((seriesOf(text, 'process_resident_memory_bytes') ?? 0) > 1e6);
  });

  it('counts deliveries that were sent, failed or are waiting', async () => {
    const healthy = await hooks.register(['contact.created']);
    const failing = await hooks.register(['contact.created']);
    hooks.answer(failing, 500);
    await admin.create(contacts, { firstName: 'Charles' });
    await hooks.settled(healthy, 'delivered');
    await hooks.settled(failing, 'retrying');
    const text = await scrape();
    assert.equal(seriesOf(text, 'atrium_webhook_attempts_total', { result: 'delivered' }), 1);
    assert.equal(seriesOf(text, 'atrium_webhook_attempts_total', { result: 'retrying' }), 1);
    assert.equal(seriesOf(text, 'atrium_webhook_attempts_total', { result: 'failed' }), 0);
    assert.equal(seriesOf(text, 'atrium_webhook_deliveries', { state: 'waiting' }), 1);
    assert.equal(seriesOf(text, 'atrium_webhook_deliveries', { state: 'sending' }), 0);
  });

  it('counts ended jobs and waiting jobs', async () => {
    const before = seriesOf(await scrape(), 'atrium_jobs_ended_total', { result: 'done' }) ?? Number.NaN;
    await anonymous.post('/api/identity/auth/forgot-password', { email: 'nobody@example.com' });
    await until('a job to be counted', async () => {
      const text = await scrape();
      assert.equal(seriesOf(text, 'atrium_jobs_ended_total', { result: 'failed' }), 0);
      return (
        (seriesOf(text, 'atrium_jobs_ended_total', { result: 'done' }) ?? 0) > before &&
        seriesOf(text, 'atrium_jobs_waiting') === 0
      );
    });
  });

  it('shows how long an open transaction has blocked webhooks and feeds', async () => {
    const client = new pg.Client(clientConfig(connection));
    await client.connect();
    try {
      await client.query('begin');
      await client.query('select pg_current_xact_id()');
      await until(
        'the transaction',
        async () => (seriesOf(await scrape(), 'atrium_spine_held_back_seconds') ?? 0) > 0.2,
      );
    } finally {
      await client.end();
    }
  });
});

describe('a metric that cannot be read', () => {
  it('is left out, and the others are still shown', async () => {
    let fails = true;
    const measures: Measure[] = [
      { name: 'sound', help: 'A number.', kind: 'counter', read: () => [{ value: 7 }] },
      {
        name: 'broken',
        help: 'Another one.',
        kind: 'gauge',
        read: async () => {
          if (fails) throw new Error('the database is away');
          return [{ value: 8 }];
        },
      },
    ];
    const warnings: string[] = [];
    const log = pino({ level: 'warn' }, { write: (line: string) => void warnings.push(JSON.parse(line).msg) });
    const server = Fastify();
    mountMetrics(server, log, { token: undefined, measures });
    const read = async () => (await server.inject('/metrics')).body;
    const partial = await read();
    assert.deepEqual([seriesOf(partial, 'atrium_sound'), seriesOf(partial, 'atrium_broken')], [7, undefined]);
    assert.equal(seriesOf(partial, 'atrium_database_up'), 0);
    assert.deepEqual(warnings, ['the metric broken could not be read: the database is away']);
    fails = false;
    const complete = await read();
    assert.deepEqual([seriesOf(complete, 'atrium_sound'), seriesOf(complete, 'atrium_broken')], [7, 8]);
    assert.equal(seriesOf(complete, 'atrium_database_up'), 1);
    await server.close();
  });
});
