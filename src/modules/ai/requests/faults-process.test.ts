import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { after, describe, it } from 'node:test';
import { FakeProvider } from '#test/ai/fake-provider.ts';
import { openChat, readChat } from '#test/ai/stream-client.ts';
import { adminPassword } from '#test/cluster.ts';
import { eventually } from '#test/eventually.ts';
import type { Client, Json } from '#test/harness.ts';
import { long } from '#test/long.ts';
import { Home, type ServerProcess } from '#test/process.ts';

/** The server as an operator runs it, so that the test can kill it and measure its memory. */
const provider = await FakeProvider.forFile();
const home = await Home.prepared();
after(() => home[Symbol.asyncDispose]());
const env = { ...provider.env, OPENAI_API_KEY: 'k' };
let server: ServerProcess = await home.start(env);

/** The memory of a process; 0 on systems without /proc. */
const megabytes = (pid: number): number => {
  const status = `/proc/${pid}/status`;
  return existsSync(status) ? Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(status, 'utf8'))?.[1]) / 1024 : 0;
};

/** A user who may use AI. */
async function addUser(admin: Client, email: string): Promise<Client> {
  await admin.create('/api/identity/users', { email, password: adminPassword, roles: ['uses-ai'] });
  return server.signIn(adminPassword, email);
}

describe('fifty streams at once', long, () => {
  const users = 5;
  const streamsEach = 10;
  /** Megabytes: far more than fifty streams need, and far less than many copies of their texts would need. */
  const maxGrowth = 200;

  it('all end with their whole text, in bounded memory, while other requests go on', async () => {
    const admin = await server.signIn(adminPassword);
    await admin.create('/api/identity/roles', { name: 'uses-ai', permissions: ['ai:write', 'sales:read'] });
    const clients = await Promise.all(Array.from({ length: users }, (_, n) => addUser(admin, `u${n}@example.com`)));
    const message = { model: 'gpt-4o', message: 'Go' };
    provider.says({ text: 'warm' });
    await readChat(admin, message);
    const before = megabytes(server.pid);
    const text = 'word '.repeat(40);
    provider.says({ text, waitMs: 100 });
    const streams = clients.flatMap((client) => Array.from({ length: streamsEach }, () => readChat(client, message)));
    let open = true;
    const ended = Promise.all(streams).finally(() => {
      open = false;
    });
    let peak = before;
    let others = 0;
    while (open) {
      const reply = await admin.get('/api/sales/contacts');
      assert.equal(reply.status, 200);
      others += 1;
      peak = Math.max(peak, megabytes(server.pid));
    }
    for (const { chunks, done } of await ended) {
      assert.ok(done, JSON.stringify(chunks.at(-1)));
      assert.equal(chunks.map((chunk) => chunk.text ?? '').join(''), text);
    }
    assert.ok(others > 20, `${others} other requests were answered meanwhile`);
    assert.ok(peak - before < maxGrowth, `${Math.round(peak - before)} MB more than before`);
  });

  it('are as many as one user may have: the eleventh is refused', async () => {
    const client = await server.signIn(adminPassword, 'u0@example.com');
    provider.says({ text: 'word '.repeat(100), waitMs: 1000 });
    const leaving = new AbortController();
    const message = { model: 'gpt-4o', message: 'Go' };
    await Promise.all(Array.from({ length: streamsEach }, () => openChat(client, message, leaving.signal)));
    const refused = await openChat(client, message);
    assert.equal(refused.status, 429);
    assert.equal(((await refused.json()) as Json).error.code, 'rate_limited');
    const { left } = provider;
    leaving.abort();
    await eventually(async () => assert.equal(provider.left, left + streamsEach));
  });
});

describe('a server that is stopped in the middle of a stream', () => {
  it('tells the reader so, ends with [DONE], and says so in the log', async () => {
    const admin = await server.signIn(adminPassword);
    provider.says({ text: 'never complete', waitMs: 60_000 });
    const reading = readChat(admin, { model: 'gpt-4o', message: 'Go on' });
    await eventually(async () => assert.equal(provider.asked.length, 1));
    assert.equal((await server.stop()).code, 0);
    const { chunks, done } = await reading;
    assert.deepEqual([done, chunks.at(-1)?.error?.code], [true, 'unavailable']);
    server = await home.start(env);
    const again = await server.signIn(adminPassword);
    const { body: log } = await again.get(`/api/ai/aiCompletionLogs/${chunks[0]?.completionId}`);
    assert.deepEqual([log.status, log.error?.code], ['failed', 'unavailable']);
  });
});

describe('a server that is killed in the middle of a completion', () => {
  it('leaves a log that says so after the next start, with the work of tools kept', async () => {
    const admin = await server.signIn(adminPassword);
    provider.says(
      { calls: [{ name: 'createRecord', args: { model: 'accounts', record: { name: 'Before the end' } } }] },
      { text: 'never complete', waitMs: 60_000 },
    );
    const broken = readChat(admin, { model: 'gpt-4o', message: 'Go' }).catch((error: Error) => error);
    await eventually(async () => assert.equal(provider.asked.length, 2));
    await server.stop('SIGKILL');
    assert.ok((await broken) instanceof Error);
    server = await home.start(env);
    // Expire the lease now. Otherwise another node would take over after a minute.
    const waiting: Json[] = await home.sql(
      `update ai_running set alive_until = now() - interval '1 second' returning log_id`,
    );
    assert.equal(waiting.length, 1);
    assert.equal((await server.stop()).code, 0);
    server = await home.start(env);
    const again = await server.signIn(adminPassword);
    const { log_id: id } = waiting[0];
    await eventually(async () => {
      const { body: log } = await again.get(`/api/ai/aiCompletionLogs/${id}`);
      assert.deepEqual([log.status, log.error?.code], ['failed', 'server_stopped']);
      assert.ok(log.finishedAt >= log.startedAt);
    });
    assert.deepEqual(await home.sql('select 1 from ai_running'), []);
    const { body } = await again.get('/api/sales/accounts?filter[name]=Before the end');
    assert.equal(body.data.length, 1, 'what a tool wrote was committed');
    const conversations = await again.get('/api/ai/aiConversations?filter[title]=Go');
    assert.ok(
      conversations.body.data.every(({ messageCount }: Json) => messageCount > 0),
      'no half conversation',
    );
    provider.says({ text: 'Back.' });
    assert.ok((await readChat(again, { model: 'gpt-4o', message: 'Again' })).done);
  });
});
