import assert from 'node:assert/strict';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { scale } from './faults/scale.ts';
import { Client, type Json, type Reply } from './harness.ts';
import { isComplete, long } from './long.ts';
import {
  assertStops,
  type Exit,
  Home,
  isRoot,
  ordinaryUser,
  refusesConnections,
  type ServerProcess,
  until,
} from './process.ts';

const contacts = '/api/sales/contacts';
const password = 'correct horse battery';
const killed: Exit = { code: null, signal: 'SIGKILL' };

const isUnavailable = ({ status, headers, body }: Reply): boolean =>
  status === 503 &&
  body.error.code === 'unavailable' &&
  typeof body.error.message === 'string' &&
  body.error.requestId === headers.get('x-request-id');

/** Clients that write continuously and retry a 503 with the same Idempotency-Key. They record which writes were answered. */
class Writers {
  readonly ids = new Map<string, string>();
  readonly unanswered = new Set<string>();
  readonly unexpected: string[] = [];
  refusals = 0;
  #writing = true;
  #count = 0;
  readonly #work: Promise<unknown>;

  constructor(client: Client, clients = 4) {
    this.#work = Promise.all(Array.from({ length: clients }, () => this.#write(client)));
  }

  async #write(client: Client): Promise<void> {
    while (this.#writing) {
      this.#count += 1;
      if (!(await this.#send(client, `Write ${this.#count}`))) return;
    }
  }

  async #send(client: Client, key: string): Promise<boolean> {
    this.unanswered.add(key);
    return until(`an answer to ${key}`, async () => {
      const reply = await client.post(contacts, { lastName: key }, { 'idempotency-key': key }).catch(() => undefined);
      if (!reply) return 'disconnected';
      if (isUnavailable(reply)) {
        this.refusals += 1;
        return undefined;
      }
      if (reply.status !== 201) this.unexpected.push(`${reply.status} ${reply.text}`);
      else this.ids.set(key, reply.body._id);
      this.unanswered.delete(key);
      return 'answered';
    }).then((end) => end === 'answered');
  }

  /** Waits until this many more writes were answered. */
  async waitForAnswers(answers: number): Promise<void> {
    const enough = this.ids.size + answers;
    await until('more answers', () => this.ids.size >= enough || this.unexpected.length > 0);
  }

  async end(): Promise<void> {
    this.#writing = false;
    await this.#work;
  }

  /** Sends the unanswered writes again; their key prevents a second write. */
  async retryUnanswered(client: Client): Promise<void> {
    for (const key of this.unanswered) await this.#send(client, key);
  }
}

/** Asserts that every answered write is stored once, with one event, and that there are no other events. */
async function assertNothingLost(home: Home, writers: Writers): Promise<void> {
  assert.deepEqual(writers.unexpected, []);
  const stored = await home.sql<{ id: string; key: string }>(
    `select id, last_name as key from sales_contacts where last_name like 'Write %'`,
  );
  const byKey = new Map(stored.map(({ id, key }) => [key, id]));
  assert.equal(byKey.size, stored.length, 'a write was stored twice');
  for (const [key, id] of writers.ids) assert.equal(byKey.get(key), id, `${key} was answered and is not stored`);
  for (const key of byKey.keys()) {
    assert.ok(writers.ids.has(key) || writers.unanswered.has(key), `${key} was never sent`);
  }
  const mismatches = await home.sql(`
    select coalesce(c.id, e.record_id) as id, coalesce(e.events, 0) as events, c.id is null as missing
    from sales_contacts c full join (
      select record_id, count(*)::int as events from events where model = 'sales.contacts' group by record_id
    ) e on e.record_id = c.id
    where c.id is null or e.events is distinct from 1`);
  assert.deepEqual(mismatches, []);
}

function writePidFile(of: Home, text: string): void {
  const folder = path.join(of.dataDir, 'postgres');
  const { uid, gid } = fs.statSync(folder);
  fs.writeFileSync(path.join(folder, 'postmaster.pid'), text, { mode: 0o600 });
  fs.chownSync(path.join(folder, 'postmaster.pid'), uid, gid);
}

const healthOf = async (server: ServerProcess) => (await new Client(server.url).get('/health')).status;

// Other files test the server as root. Here it runs as an ordinary user from its first start.
const home = new Home(isRoot ? ordinaryUser : undefined);
after(() => home[Symbol.asyncDispose]());
let token = '';

const startCopy = async () => {
  const copy = await Home.copyOf(home);
  return { copy, server: await copy.start() };
};

describe('a first start', () => {
  it('that is killed twice is completed by the next start', async () => {
    const files = () => (fs.existsSync(home.dataDir) ? fs.readdirSync(home.dataDir) : []);
    const preparing = home.launch();
    await until('initdb', () => files().some((name) => name.startsWith('postgres.new-')));
    assert.deepEqual(await preparing.stop('SIGKILL'), killed);
    const migrating = home.launch();
    await until('PostgreSQL to start', () => home.postgresPid() !== undefined);
    assert.deepEqual(await migrating.stop('SIGKILL'), killed);

    const server = await home.start({ ADMIN_PASSWORD: password });
    token = (await server.signIn(password)).token as string;
    assert.deepEqual(await home.sql('select account_key from tenants'), [{ account_key: 'default' }]);
    await assertStops(home, server);
    assert.deepEqual(
      files().filter((name) => name.startsWith('postgres.')),
      ['postgres.log'],
    );
  });
});

describe('kill -9', { concurrency: 2 }, () => {
  it('of the server loses no answered write, and the next start takes over its PostgreSQL', async () => {
    const { copy, server } = await startCopy();
    await using _ = copy;
    const postgres = copy.postgresPid();
    const writers = new Writers(new Client(server.url, token));
    await writers.waitForAnswers(60);
    assert.deepEqual(await server.stop('SIGKILL'), killed);
    await writers.end();

    const next = await copy.start();
    assert.equal(copy.postgresPid(), postgres, 'the running PostgreSQL is taken over');
    await assertNothingLost(copy, writers);
    await writers.retryUnanswered(new Client(next.url, token));
    await assertNothingLost(copy, writers);

    copy.killPostgres();
    // Wait for the new process first, because backends of the killed one may still answer for a moment.
    await until(
      'the adopted PostgreSQL to be replaced',
      async () => ![undefined, postgres].includes(copy.postgresPid()) && (await healthOf(next)) === 200,
      60_000,
    );
    await assertNothingLost(copy, writers);
    await until('the log to say so', () => next.stdout.includes('connection was lost'));
    assert.doesNotMatch(next.stdout, /secretKey/, 'the log must not contain the keys of connections');
    await assertStops(copy, next);
  });

  it('of PostgreSQL loses no answered write, and the server answers 503 until it has restarted PostgreSQL', async () => {
    const { copy, server } = await startCopy();
    await using _ = copy;
    const writers = new Writers(new Client(server.url, token));
    for (const round of [1, 2]) {
      await writers.waitForAnswers(40);
      const before = writers.refusals;
      copy.killPostgres();
      const statuses = new Set<number>();
      await until('a refusal', async () => statuses.add(await healthOf(server)) && writers.refusals > before);
      await until(
        'health',
        async () => statuses.add(await healthOf(server)) && (await healthOf(server)) === 200,
        30_000,
      );
      assert.ok([...statuses].every((status) => status === 200 || status === 503));
      await writers.waitForAnswers(40);
      assert.ok(server.running, `round ${round}`);
    }
    await writers.end();
    assert.equal(writers.unanswered.size, 0);
    await assertNothingLost(copy, writers);
    await until('the server to listen for notifications again', () =>
      copy.sql(`select 1 from pg_stat_activity where query like 'listen atrium%'`).then((rows) => rows.length > 0),
    );
    await assertStops(copy, server);
  });

  it('of both loses no answered write, even if another process has the old process id', long, async () => {
    const { copy, server } = await startCopy();
    await using _ = copy;
    const writers = new Writers(new Client(server.url, token));
    await writers.waitForAnswers(60);
    copy.killPostgres();
    assert.deepEqual(await server.stop('SIGKILL'), killed);
    await writers.end();

    const pidFile = fs.readFileSync(path.join(copy.dataDir, 'postgres/postmaster.pid'), 'utf8');
    writePidFile(copy, pidFile.replace(/^\d+/, String(process.pid)));
    const next = await copy.start();
    await assertNothingLost(copy, writers);
    await writers.retryUnanswered(new Client(next.url, token));
    await assertNothingLost(copy, writers);
    await assertStops(copy, next);
  });

  it('of both is repaired by the next start even if another PostgreSQL has the old process id', long, async () => {
    const { copy: neighbour } = await startCopy();
    await using _ = neighbour;
    const { copy, server } = await startCopy();
    await using __ = copy;
    const [own, theirs] = [copy, neighbour].map(({ dataDir }) => path.join(dataDir, 'postgres/postmaster.pid'));
    const recycled = fs.readFileSync(own as string, 'utf8').replace(/^\d+/, String(neighbour.postgresPid()));
    // The second file is as in a snapshot of a running data folder.
    const copied = fs.readFileSync(theirs as string, 'utf8');
    await assertStops(copy, server);
    for (const pidFile of [recycled, copied]) {
      writePidFile(copy, pidFile);
      const next = await copy.launch().ready(30_000);
      assert.equal((await new Client(next.url, token).get(contacts)).status, 200);
      assert.notEqual(copy.postgresPid(), neighbour.postgresPid());
      await assertStops(copy, next);
    }
  });

  it('of the server while its PostgreSQL shuts down makes the next start wait', long, async () => {
    const { copy, server } = await startCopy();
    await using _ = copy;
    assert.deepEqual(await server.stop('SIGKILL'), killed);
    const lastClient = await copy.connect();
    const old = copy.postgresPid() as number;
    process.kill(old, 'SIGTERM');
    const next = copy.launch();
    const log = path.join(copy.dataDir, 'postgres.log');
    await until('PostgreSQL to refuse the start', () => fs.readFileSync(log, 'utf8').includes('is shutting down'));
    await lastClient.end();
    await next.ready(30_000);
    assert.notEqual(copy.postgresPid(), old);
    assert.equal((await new Client(next.url, token).get(contacts)).status, 200);
    await assertStops(copy, next);
  });
});

/** Locks the table of contacts, so that a request waits until the test releases the lock. */
async function lockContacts(of: Home, mode: string) {
  const client = await of.connect();
  await client.query(`begin; lock table sales_contacts in ${mode} mode`);
  const release = async () => {
    await client.query('commit');
    await client.end();
  };
  const waiting = `select 1 from pg_locks where relation = 'sales_contacts'::regclass and not granted`;
  const awaited = () =>
    until('a request to wait for the table', async () => (await client.query(waiting)).rows.length > 0);
  return Object.assign(release, { awaited });
}

describe('a signal to stop', { concurrency: 3 }, () => {
  it('lets open requests finish before the server exits', async () => {
    await using busy = await Home.copyOf(home);
    // The number is small enough for a busy machine: requests that run for more than ten seconds after the signal are
    // refused.
    const count = 200;
    const operations = Array.from({ length: count }, (_, n) => ({ op: 'create', record: { lastName: `Bulk ${n}` } }));
    for (const [round, signal] of (isComplete ? (['SIGTERM', 'SIGINT'] as const) : (['SIGTERM'] as const)).entries()) {
      const server = await busy.start();
      const client = new Client(server.url, token);
      const found = await client.get(`${contacts}?filter[lastName][startsWith]=Bulk&limit=1`);
      assert.equal(found.body.meta.total, round * count);
      const release = await lockContacts(busy, 'share row exclusive');
      const answer = client.post(`${contacts}/bulk`, { operations });
      await release.awaited();
      const exited = server.stop(signal);
      await until('the port to close', () => refusesConnections(server.url));
      assert.ok(server.running);
      await release();
      const reply = await answer;
      assert.equal(reply.status, 200);
      assert.ok(reply.body.results.every((result: Json) => result.status === 201));
      assert.deepEqual(await exited, { code: 0, signal: null });
      assert.deepEqual(busy.processes(), []);
    }
  });

  it('answers a late request on an open connection in the common error format', async () => {
    await using busy = await Home.copyOf(home);
    const server = await busy.start();
    const release = await lockContacts(busy, 'access exclusive');
    const socket = net.connect(Number(new URL(server.url).port), '127.0.0.1').setEncoding('utf8');
    let received = '';
    socket.on('data', (chunk) => {
      received += chunk;
    });
    const request = `GET ${contacts}?limit=1 HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${token}\r\n\r\n`;
    socket.write(request);
    await release.awaited();
    const exited = server.stop();
    await until('the port to close', () => refusesConnections(server.url));
    socket.write(request);
    await release();
    assert.deepEqual(await exited, { code: 0, signal: null });
    await until('the connection to close', () => socket.closed || socket.readableEnded);
    const [, early = '', late] = received.split('HTTP/1.1 ');
    assert.match(early, /^200 /);
    // The server may answer the late request or close without an answer. It must not send an unreadable answer.
    if (late === undefined || late.startsWith('200 ')) return;
    assert.match(late, /^503 /);
    assert.match(late, /x-request-id: /i);
    const { error } = JSON.parse(late.split('\r\n\r\n')[1] ?? '');
    assert.equal(error?.code, 'unavailable');
    assert.equal(typeof error.requestId, 'string');
  });

  it('does not wait forever for a client that does not finish its request', long, async () => {
    await using busy = await Home.copyOf(home);
    const server = await busy.start();
    const socket = net.connect(Number(new URL(server.url).port), '127.0.0.1').on('error', () => {});
    await new Promise((resolve) =>
      socket.write(
        `POST ${contacts} HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${token}\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{`,
        resolve,
      ),
    );
    // The first health checks may fail, because the database of a busy machine is slow.
    await until('health', async () => (await healthOf(server)) === 200);
    await assertStops(busy, server);
    socket.destroy();
  });

  it('ends a server that is still starting', long, async () => {
    await using starting = await Home.copyOf(home);
    const server = starting.launch();
    await until('PostgreSQL to start', () => starting.postgresPid() !== undefined);
    await assertStops(starting, server);
    assert.deepEqual((await starting.start()).passwords, []);
  });

  it('ends a server that is still in its first start', long, async () => {
    await using starting = new Home();
    const server = starting.launch();
    await until('the database to be prepared', () => server.stdout.includes('preparing the database'));
    await assertStops(starting, server, 'SIGINT');
  });
});

describe('a signal to stop while PostgreSQL restarts', long, () => {
  it('leaves no process behind, whatever its timing', async () => {
    await using copy = await Home.copyOf(home);
    // The delays cover the time from before the server notices the loss until the new PostgreSQL runs.
    for (const delayMs of scale.restartDelaysMs) {
      const server = await copy.start();
      assertOwnChild(copy, server);
      copy.killPostgres();
      await sleep(delayMs);
      assert.deepEqual(await server.stop(), { code: 0, signal: null }, server.stderr);
      assert.deepEqual(copy.processes(), [], `after ${delayMs} ms`);
    }
    const last = await copy.start();
    assertOwnChild(copy, last);
    await assertStops(copy, last);
  });
});

/**
 * Checks that PostgreSQL is a child of the server. Otherwise the next server would silently take over a PostgreSQL that
 * started after its server had exited.
 */
function assertOwnChild(of: Home, server: ServerProcess): void {
  const file = `/proc/${of.postgresPid()}/status`;
  if (!fs.existsSync(file)) return;
  const parent = /^PPid:\s+(\d+)$/m.exec(fs.readFileSync(file, 'utf8'))?.[1];
  assert.equal(Number(parent), server.pid, 'the previous server left its PostgreSQL behind');
}
