import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { after, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pino from 'pino';
import { Type } from 'typebox';
import { systemCaller } from '#core/access/caller.ts';
import type { Context } from '#core/context.ts';
import { defineJob } from '#core/jobs/job.ts';
import { invoke, operations } from '#core/operations/index.ts';
import { adminEmail, adminPassword, testConfig } from '#test/cluster.ts';
import { EventReader } from '#test/event-source.ts';
import { refused } from '#test/expect.ts';
import { appForFile, Client, type Json } from '#test/harness.ts';
import { until } from '#test/process.ts';
import { receiverForFile } from '#test/receiver.ts';
import { contacts, quick, WebhookTools } from '#test/webhook-tools.ts';
import { createApp } from '../../../app.ts';

const startedTags: string[] = [];
const noting = defineJob({
  name: 'tests.noting',
  summary: 'x',
  input: Type.Object({ tag: Type.String() }),
  run: async (_context, { tag }) => {
    startedTags.push(tag);
  },
});

/** The retries continue for the whole test. */
const settings = { ...quick, WEBHOOK_RETRY_DELAYS: Array.from({ length: 12 }, () => '300ms').join(',') };
const app = await appForFile(settings, [noting]);
const { admin, login, sql, tenant, user, url } = app;
const second = await createApp({
  config: testConfig(settings),
  connection: app.connection,
  log: pino({ level: 'silent' }),
  passwordCost: 4,
  jobs: [noting],
});
after(() => second.close());
await second.server.listen({ host: '127.0.0.1', port: 0 });
const secondUrl = `http://127.0.0.1:${(second.server.server.address() as AddressInfo).port}`;
const nodes = [url, secondUrl];
const receiver = await receiverForFile();
const tools = new WebhookTools(app, receiver);

const management = '/api/sales/account-management';
const loginPath = '/api/identity/auth/login';

const on = (node: string, { token, userId, accountKey }: Client): Client => new Client(node, token, userId, accountKey);
const operatorOn = (node: string) => on(node, admin);

async function suspend({ accountKey }: Client, node = url): Promise<void> {
  const reply = await operatorOn(node).post(`${management}/suspend`, { accountKey, reason: 'A test.' });
  assert.equal(reply.status, 200, reply.text);
}

/** Reactivates the tenant and returns a new session of its admin, because the suspension ended all sessions. */
async function reactivate({ accountKey }: Client, node = url): Promise<Client> {
  const reply = await operatorOn(node).post(`${management}/reactivate`, { accountKey });
  assert.equal(reply.status, 200, reply.text);
  return login(adminEmail, adminPassword, accountKey);
}

const keyOf = async (client: Client, scopes: string[]): Promise<Client> => {
  const { key } = await client.create('/api/identity/apiKeys', { name: 'A key', scopes });
  return new Client(client.url, key, client.userId, client.accountKey);
};

interface Answered {
  readonly node: string;
  readonly startedAt: number;
  readonly status: number;
  readonly code: string | undefined;
}

/** Clients that send requests to both nodes without a pause until `stop`. */
class Load {
  readonly answers: Answered[] = [];
  #stopped = false;
  readonly #workers: Promise<void>[];

  constructor(clients: readonly Client[]) {
    this.#workers = clients.flatMap((client) => nodes.map((node) => this.#work(on(node, client))));
  }

  async #work(client: Client): Promise<void> {
    for (let n = 0; !this.#stopped; n += 1) {
      const startedAt = performance.now();
      const reply = await (n % 3 === 0 ? client.post(contacts, { lastName: `Load ${n}` }) : client.get(contacts));
      this.answers.push({ node: client.url, startedAt, status: reply.status, code: reply.body.error?.code });
    }
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await Promise.all(this.#workers);
  }
}

describe('a suspension', () => {
  it('affects every session and key on every node, and ends for all of them', async () => {
    const boss = await tenant();
    const member = await user({ permissions: ['sales:*'] }, boss);
    const key = await keyOf(boss, ['sales:*']);
    const load = new Load([boss, member, key]);
    const streams = await Promise.all(nodes.map((node) => EventReader.open(on(node, boss))));
    await until('both nodes to be at work', () =>
      nodes.every((node) => load.answers.filter((answer) => answer.node === node).length > 50),
    );
    assert.ok(load.answers.every(({ status }) => status === 200 || status === 201));
    await suspend(boss);
    // The node that suspended refuses requests at once; the other node refuses them after the notification.
    const since = new Map([[url, performance.now()]]);
    await until('the streams to end', () => streams.every(({ ended }) => ended));
    for (const client of [boss, member, key])
      await until('the other node', async () => (await on(secondUrl, client).get(contacts)).status === 403);
    since.set(secondUrl, performance.now());
    const late = (node: string) =>
      load.answers.filter((answer) => answer.node === node && answer.startedAt > (since.get(node) ?? 0));
    await until('both nodes to be asked often', () => nodes.every((node) => late(node).length > 50));
    await load.stop();
    for (const node of nodes) {
      const others = late(node).filter(({ status, code }) => status !== 403 || code !== 'account_suspended');
      assert.deepEqual(others, []);
    }
    const signingIn = { email: adminEmail, password: adminPassword, accountKey: boss.accountKey };
    for (const node of nodes) {
      refused(await new Client(node).post(loginPath, signingIn), 403, 'account_suspended');
      for (const client of [boss, member, key]) refused(await on(node, client).get(contacts), 403, 'account_suspended');
      await assert.rejects(EventReader.open(on(node, boss)), /account_suspended/);
    }
    const written = load.answers.filter(({ status }) => status === 201).length;
    const again = await reactivate(boss, secondUrl);
    for (const node of [secondUrl, url]) {
      await until('the node to be notified', async () => (await on(node, key).get(contacts)).status === 200);
      for (const client of [again, key]) {
        const { status, body } = await on(node, client).get(`${contacts}?limit=1&count=exact`);
        assert.deepEqual([status, body.meta.total], [200, written]);
      }
      for (const client of [boss, member]) refused(await on(node, client).get(contacts), 401, 'unauthenticated');
      assert.equal((await new Client(node).post(loginPath, signingIn)).status, 200);
    }
  });

  it('works repeatedly', async () => {
    let boss = await tenant();
    for (let round = 0; round < 5; round += 1) {
      const [here, there] = round % 2 === 0 ? [url, secondUrl] : [secondUrl, url];
      await suspend(boss, here);
      refused(await on(here, boss).get(contacts), 403, 'account_suspended');
      await until('the other node', async () => (await on(there, boss).get(contacts)).status === 403);
      boss = await reactivate(boss, there);
      assert.equal((await on(there, boss).get(contacts)).status, 200);
      await until('the other node', async () => (await on(here, boss).get(contacts)).status === 200);
    }
  });
});

describe('a sign-in', () => {
  it('reads the stored status of the tenant, also on a node that was not notified of a change', async () => {
    const { accountKey } = await tenant();
    const signIn = () => new Client(url).post(loginPath, { email: adminEmail, password: adminPassword, accountKey });
    assert.equal((await signIn()).status, 200);
    // Triggers are off in this session, so no node is notified of the change.
    const set = (status: string) =>
      sql(`set session_replication_role = replica;
        update tenants set status = '${status}' where account_key = '${accountKey}'; reset session_replication_role`);
    await set('suspended');
    refused(await signIn(), 403, 'account_suspended');
    app.app.services.directory.invalidateAll();
    refused(await signIn(), 403, 'account_suspended');
    await set('active');
    assert.equal((await signIn()).status, 200);
  });
});

/** A context of the platform in a tenant. */
async function platformIn({ accountKey }: Client): Promise<Context> {
  const { services, registry } = app.app;
  const [{ id }] = await sql('select id from tenants where account_key = $1', [accountKey]);
  return { services, registry, caller: systemCaller(id, accountKey), requestId: 'a test' };
}

async function writeContact(context: Context, lastName: string): Promise<string> {
  const model = context.registry.find('sales', 'contacts');
  assert.ok(model);
  return (await invoke(context, operations.create, model, { record: { lastName } })).id;
}

/** A node may still send what it has read, so only this long without deliveries in progress counts as idle. */
const quietMs = 1000;

/** Waits until deliveries that were in progress at the suspension have arrived. */
async function deliveriesIdle({ accountKey }: Client): Promise<void> {
  let since: number | undefined;
  await until('no delivery to be in progress', async () => {
    const [{ busy }] = await sql(
      `select exists (select from webhook_parcels p join tenants n on n.id = p.tenant_id where n.account_key = $1)
        or exists (select from webhook_deliveries d join tenants n on n.id = d.tenant_id
          where n.account_key = $1 and d.status = 'delivering') as busy`,
      [accountKey],
    );
    since = busy ? undefined : (since ?? Date.now());
    return since !== undefined && Date.now() - since > quietMs;
  });
}

describe('webhooks of a suspended tenant', () => {
  it('receive nothing, and after the suspension every event once', async () => {
    const boss = await tenant();
    const hook = await tools.register(['contact.created', 'tenant.suspended', 'tenant.reactivated'], {}, boss);
    const first = await boss.create(contacts, { lastName: 'Before' });
    await receiver.received(hook.path, 1);
    await suspend(boss);
    await deliveriesIdle(boss);
    const context = await platformIn(boss);
    const meanwhile = [await writeContact(context, 'Meanwhile 1'), await writeContact(context, 'Meanwhile 2')];
    // Longer than the polling interval of any node.
    await sleep(3000);
    const early = receiver.at(hook.path).filter(({ body }) => body.type === 'contact.created');
    assert.deepEqual(
      early.map(({ body }) => body.data.record._id),
      [first._id],
    );
    const again = await reactivate(boss, secondUrl);
    const last = await again.create(contacts, { lastName: 'After' });
    const arrived = (await receiver.received(hook.path, 6)).map(({ body }) => body);
    const ofType = (type: string) => arrived.filter((body: Json) => body.type === type);
    assert.deepEqual(
      ofType('contact.created')
        .map(({ data }: Json) => data.record._id)
        .sort(),
      [first._id, ...meanwhile, last._id].sort(),
    );
    const stateOf = (body: Json) => [body.accountKey, body.data.record.status, body.data.record.reason];
    assert.deepEqual(ofType('tenant.suspended').map(stateOf), [[boss.accountKey, 'suspended', 'A test.']]);
    assert.deepEqual(ofType('tenant.reactivated').map(stateOf), [[boss.accountKey, 'active', null]]);
    await tools.settled(hook, 'delivered', 6, again);
    assert.equal(receiver.at(hook.path).length, 6);
  });

  it('are not retried during the suspension, and lose no retry', async () => {
    const boss = await tenant();
    const hook = await tools.register(['contact.created'], {}, boss);
    tools.answer(hook, 500);
    const contact = await boss.create(contacts, { lastName: 'Retried' });
    await receiver.received(hook.path, 2);
    await suspend(boss);
    await deliveriesIdle(boss);
    const tried = receiver.at(hook.path).length;
    await sleep(3000);
    assert.equal(receiver.at(hook.path).length, tried);
    tools.well(hook);
    const again = await reactivate(boss);
    const arrived = await receiver.received(hook.path, tried + 1);
    assert.equal(arrived.at(-1)?.body.data.record._id, contact._id);
    const [delivery] = await tools.settled(hook, 'delivered', 1, again);
    assert.equal(delivery.attempts.length, tried + 1);
  });

  it('receive only deliveries that were in progress, however many are queued', async () => {
    const boss = await tenant();
    const hook = await tools.register(['contact.created'], {}, boss);
    tools.react(hook, (_arrival, response) => {
      setTimeout(() => response.end('ok'), 2000);
    });
    const context = await platformIn(boss);
    const count = 150;
    for (let n = 0; n < count; n += 1) await writeContact(context, `Many ${n}`);
    await receiver.received(hook.path, 10);
    await suspend(boss);
    await deliveriesIdle(boss);
    const sent = receiver.at(hook.path).length;
    assert.ok(sent < count, 'all were sent before the suspension');
    await sleep(3000);
    assert.equal(receiver.at(hook.path).length, sent);
    tools.well(hook);
    await tools.settled(hook, 'delivered', count, await reactivate(boss));
    assert.equal(new Set(receiver.at(hook.path).map(({ body }) => body.id)).size, count);
    assert.equal(receiver.at(hook.path).length, count);
  });
});

describe('jobs of a suspended tenant', () => {
  it('do not start on any node, and run after the suspension', async () => {
    const boss = await tenant();
    const { services } = app.app;
    const [{ id: tenantId }] = await sql('select id from tenants where account_key = $1', [boss.accountKey]);
    const caller = await services.directory.actor(tenantId, boss.userId);
    assert.ok(caller);
    const asBoss: Context = { ...(await platformIn(boss)), caller };
    const runAt = new Date(Date.now() + 1000);
    const tags = ['of a user', 'of the platform'];
    const ids = [
      await services.jobs.enqueue(asBoss, noting, { tag: 'of a user' }, { runAt }),
      await services.jobs.enqueue(await platformIn(boss), noting, { tag: 'of the platform' }, { runAt }),
    ];
    await suspend(boss);
    const waiting = () =>
      sql(`select state, attempts from jobs where id = any($1::uuid[]) and run_at > now() + interval '5 seconds'`, [
        ids,
      ]);
    await until('the jobs to be postponed', async () => (await waiting()).length === 2);
    assert.deepEqual(
      await waiting(),
      ids.map(() => ({ state: 'queued', attempts: 0 })),
    );
    assert.deepEqual(startedTags, []);
    const again = await reactivate(boss);
    // Makes the postponed jobs due now.
    await sql('update jobs set run_at = now() where id = any($1::uuid[])', [ids]);
    await sql(`select pg_notify('atrium_jobs', '')`);
    for (const id of ids) {
      const job = await until('the job to be done', async () => {
        const { body } = await again.get(`/api/data/jobs/${id}`);
        return body.state === 'completed' && body;
      });
      assert.equal(job.attempts, 1);
    }
    assert.deepEqual(startedTags.sort(), tags);
  });
});
