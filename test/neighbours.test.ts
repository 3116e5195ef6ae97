import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import http from 'node:http';
import { after, afterEach, describe, it } from 'node:test';
import pg from 'pg';
import { Type } from 'typebox';
import { defineJob } from '#core/jobs/job.ts';
import { clientConfig } from '#db/connection.ts';
import { adminPassword, startCluster } from './cluster.ts';
import { appForFile, type Client, type Json, type Reply, startApp } from './harness.ts';
import { until } from './process.ts';
import { receiverForFile } from './receiver.ts';
import { contacts, quick, WebhookTools } from './webhook-tools.ts';

const quotes = '/api/sales/quotes';

let jobsDone = 0;
const work = defineJob({
  name: 'tests.work',
  summary: 'x',
  input: Type.Object({}),
  run: async () => {
    jobsDone += 1;
  },
});

// A separate cluster is needed, because an open transaction delays the events of every database in its cluster.
const cluster = await startCluster();
process.env.ATRIUM_TEST_CLUSTER = JSON.stringify(cluster.admin);
const { user, password } = cluster.admin;
/** The role that owns the tables, so it may lock them. */
const owner = { ...(user && { user }), ...(password && { password }) };

const started = await appForFile(quick, [work]);
// Registered after the server, so that the server closes first.
after(() => cluster.stop());
const { app, connection, sql, url } = started;
const receiver = await receiverForFile();
const tools = new WebhookTools(started, receiver);
const slow = await started.tenant();
const other = await started.tenant();

/** Takes a lock in a separate transaction. Requests that need it wait until the returned function is called. */
async function holdLock(statement: string, { accountKey }: Client): Promise<() => Promise<void>> {
  const [{ id }] = await sql('select id from tenants where account_key = $1', [accountKey]);
  const client = new pg.Client(clientConfig({ ...connection, ...owner }));
  await client.connect();
  await client.query(`begin; set local app.tenant = '${id}'; set local idle_in_transaction_session_timeout = 0`);
  await client.query(statement);
  let released: Promise<void> | undefined;
  return () => {
    released ??= client.end();
    return released;
  };
}

/** The key of the advisory lock that serializes upserts of one value. */
async function upsertLock({ accountKey }: Client, email: string): Promise<string> {
  const [{ id }] = await sql('select id from tenants where account_key = $1', [accountKey]);
  return createHash('sha256').update(`${id} sales.contacts email ${email}`).digest().readBigInt64BE().toString();
}

const releases: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const release of releases.splice(0)) await release();
});

/** Blocks all reads and writes of quotes until the returned function is called. */
async function lockQuotes(): Promise<() => Promise<void>> {
  const release = await holdLock('lock table sales_quotes in access exclusive mode', slow);
  releases.push(release);
  return release;
}

/** Number of statements that wait for a lock. */
const blocked = async (): Promise<number> => {
  const [{ count }] = await sql(
    `select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return count;
};

const assertAllOk = (replies: readonly Reply[]): void =>
  assert.deepEqual([...new Set(replies.map(({ status }) => status))], [200]);

describe('one tenant with fifty slow requests', () => {
  it('uses its whole share of connections, and neither another tenant nor /health waits for it', async () => {
    const release = await lockQuotes();
    const waiting = Array.from({ length: 50 }, () => slow.get(quotes));
    await until('its share is taken', async () => (await blocked()) >= 5);
    for (let n = 0; n < 10; n += 1) {
      assert.equal((await other.get(contacts)).status, 200);
      assert.equal((await other.post(contacts, { lastName: `Beside ${n}` })).status, 201);
      assert.equal((await fetch(`${url}/health`)).status, 200);
    }
    assertAllOk(await Promise.all(Array.from({ length: 20 }, () => other.get(contacts))));
    assert.ok((await blocked()) >= 5, 'the requests were blocked all the time');
    await release();
    assertAllOk(await Promise.all(waiting));
  });

  it('uses at most a quarter of the connections while another tenant is active', async () => {
    const release = await lockQuotes();
    assert.equal((await other.get(contacts)).status, 200);
    const waiting = Array.from({ length: 50 }, () => slow.get(quotes));
    await until('its share is taken', async () => (await blocked()) >= 2);
    await other.get(contacts);
    assert.equal(await blocked(), 2);
    await release();
    assertAllOk(await Promise.all(waiting));
  });

  it('does not stop jobs, deliveries or sign-ins', async () => {
    const hook = await tools.register(['contact.created'], {}, other);
    // An advisory lock needs no transaction id, so it does not delay the events of other tenants.
    const email = 'wanted-by-all@example.com';
    const release = await holdLock(`select pg_advisory_lock(${await upsertLock(slow, email)})`, slow);
    releases.push(release);
    const operations = [{ op: 'upsert', by: 'email', record: { email } }];
    const waiting = Array.from({ length: 50 }, () => slow.post(`${contacts}/bulk`, { operations }));
    await until('its share is taken', async () => (await blocked()) >= 5);
    const { lastName } = await other.create(contacts, { lastName: 'Delivered' });
    await until('the delivery', () =>
      receiver.arrivals.some(({ path, body }) => path === hook.path && body.data.record.lastName === lastName),
    );
    const before = jobsDone;
    await app.services.jobs.enqueueForPlatform(app.services, work);
    await until('the job', () => jobsDone > before);
    assert.ok(await started.login('admin@example.com', adminPassword, other.accountKey));
    assert.ok((await blocked()) >= 5);
    await release();
    assertAllOk(await Promise.all(waiting));
  });

  it('gets 503 with Retry-After when too many of its requests wait', async () => {
    const release = await lockQuotes();
    const refused: Reply[] = [];
    const waiting = Array.from({ length: 300 }, async () => {
      const reply = await slow.get(quotes);
      if (reply.status === 503) refused.push(reply);
      return reply;
    });
    await until('some are refused', () => refused.length > 0);
    assert.equal(refused[0]?.body.error.code, 'unavailable');
    assert.match(String(refused[0]?.headers.get('retry-after')), /^[1-9]\d*$/);
    assert.equal((await other.get(contacts)).status, 200);
    await release();
    await Promise.all(waiting);
    assert.equal((await slow.get(quotes)).status, 200);
  });
});

describe('a request that takes too long', () => {
  it('is cancelled, and the answer says what to do', async () => {
    const impatient = await startApp({ REQUEST_TIMEOUT: '700ms' });
    try {
      const client = new pg.Client(clientConfig({ ...impatient.connection, ...owner }));
      await client.connect();
      await client.query('begin; lock table sales_quotes in access exclusive mode');
      const reply = await impatient.admin.get(quotes);
      assert.equal(reply.status, 503);
      assert.equal(reply.body.error.code, 'unavailable');
      assert.match(reply.body.error.message, /took too long/);
      assert.match(String(reply.headers.get('retry-after')), /^\d+$/);
      await client.end();
      assert.equal((await impatient.admin.get(quotes)).status, 200);
    } finally {
      await impatient.close();
    }
  });

  it('has its own time limit, different from those of background work and look-ups', async () => {
    const limit = async (lane: { query<Row>(text: string): Promise<Row[]> }) =>
      (await lane.query<{ statement_timeout: string }>('show statement_timeout'))[0]?.statement_timeout;
    const { db } = app.services;
    assert.equal(await limit(db.request('1', undefined)), '10s');
    assert.equal(await limit(db), '1min');
    assert.equal(await limit(db.lookUps), '5s');
  });
});

/** Sends a request and hangs up once the database works on it. */
async function hangUp(path: string, { token }: Client, method = 'GET', body?: Json): Promise<void> {
  const before = await blocked();
  const request = http.request(`${url}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
  });
  request.on('error', () => {});
  request.end(body && JSON.stringify(body));
  await until('the statement', async () => (await blocked()) > before);
  request.destroy();
}

describe('a client that hangs up', () => {
  // Statements time out after ten seconds; one that ends sooner was cancelled.
  const soonMs = 7000;

  it('has its statement cancelled', async () => {
    const release = await lockQuotes();
    await hangUp(quotes, slow);
    await until('nothing waits any more', async () => (await blocked()) === 0, soonMs);
    await release();
    assert.equal((await slow.get(quotes)).status, 200);
  });

  it('has its waiting requests removed from the queue', async () => {
    const release = await lockQuotes();
    const abort = new AbortController();
    const aborted = Array.from({ length: 250 }, () =>
      fetch(`${url}${quotes}`, { headers: { authorization: `Bearer ${slow.token}` }, signal: abort.signal }).catch(
        () => {},
      ),
    );
    await until('its share is taken', async () => (await blocked()) >= 5);
    abort.abort();
    await Promise.all(aborted);
    await until('nothing waits any more', async () => (await blocked()) === 0, soonMs);
    await release();
    assertAllOk(await Promise.all(Array.from({ length: 20 }, () => slow.get(quotes))));
  });

  it('has its write rolled back', async () => {
    const contact = await slow.create(contacts, { lastName: 'Before' });
    const release = await holdLock(`select from sales_contacts where id = '${contact._id}' for update`, slow);
    releases.push(release);
    await hangUp(`${contacts}/${contact._id}`, slow, 'PATCH', { lastName: 'After' });
    await until('nothing waits any more', async () => (await blocked()) === 0, soonMs);
    await release();
    const { body } = await slow.get(`${contacts}/${contact._id}`);
    assert.equal(body.lastName, 'Before');
    assert.deepEqual(
      (await started.events(contact._id)).map(({ type }) => type),
      ['contact.created'],
    );
    assert.equal((await slow.patch(`${contacts}/${contact._id}`, { lastName: 'Later' })).status, 200);
  });
});

describe('a request that holds a connection and needs a second one', () => {
  it('does not deadlock with other such requests, even in a pool of two', async () => {
    const small = await startApp({ DATABASE_POOL_SIZE: '2' });
    try {
      const replies = await Promise.all(
        Array.from({ length: 8 }, (_, n) =>
          small.admin.post(
            '/api/identity/auth/change-password',
            { currentPassword: adminPassword, password: `another long enough password ${n}` },
            { 'idempotency-key': `change-${n}` },
          ),
        ),
      );
      assert.ok(replies.some(({ status }) => status === 200));
      assert.deepEqual(
        replies.filter(({ status }) => status >= 500).map(({ text }) => text),
        [],
      );
    } finally {
      await small.close();
    }
  });
});

describe('prepared statements', () => {
  it('are still created after thousands of texts, and the least recently used ones are closed', async () => {
    const text = (n: number) => `select ${n} as n where $1::int = 1`;
    const kept = await app.services.db.transaction(null, async (tx) => {
      // Batches of 50 equal as many concurrent requests, with fewer round trips.
      for (let from = 0; from < 2500; from += 50) {
        const some = Array.from({ length: 50 }, (_, n) => text(from + n));
        for (let times = 0; times < 2; times += 1) await Promise.all(some.map((one) => tx.query(one, [1])));
      }
      return tx.query<{ statement: string }>('select statement from pg_prepared_statements');
    });
    const texts = new Set(kept.map(({ statement }) => statement));
    assert.ok(texts.has(text(2499)), 'the newest is prepared');
    assert.ok(!texts.has(text(0)), 'the oldest is closed');
    assert.ok(kept.length <= 1100, `${kept.length} are kept`);
  });
});
