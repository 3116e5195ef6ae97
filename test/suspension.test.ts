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
import { createApp } from '../src/app.ts';
import { adminEmail, adminPassword, testConfig } from './cluster.ts';
import { EventReader } from './event-source.ts';
import { refused } from './expect.ts';
import { appForFile, Client, type Json } from './harness.ts';
import { until } from './process.ts';
import { receiverForFile } from './receiver.ts';
import { contacts, quick, WebhookTools } from './webhook-tools.ts';

const begun: string[] = [];
const noting = defineJob({
  name: 'tests.noting',
  summary: 'x',
  input: Type.Object({ tag: Type.String() }),
  run: async (_context, { tag }) => {
    begun.push(tag);
  },
});

/** Attempts go on for as long as a test takes. */
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

/** Reactivates the tenant. Its sessions have ended, so its admin signs in again: the client returned. */
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
  readonly began: number;
  readonly status: number;
  readonly code: string | undefined;
}

/** People who work on both nodes without a pause, until told to stop. */
class Load {
  readonly answers: Answered[] = [];
  #stopped = false;
  readonly #workers: Promise<void>[];

  constructor(clients: readonly Client[]) {
    this.#workers = clients.flatMap((client) => nodes.map((node) => this.#work(on(node, client))));
  }

  async #work(client: Client): Promise<void> {
    for (let n = 0; !this.#stopped; n += 1) {
      const began = performance.now();
      const reply = await (n % 3 === 0 ? client.post(contacts, { lastName: `Load ${n}` }) : client.get(contacts));
      this.answers.push({ node: client.url, began, status: reply.status, code: reply.body.error?.code });
    }
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await Promise.all(this.#workers);
  }
}

describe('a suspension', () => {
  it('reaches every session and key on every node, and ends as a whole', async () => {
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
    // The node that was asked answers nobody from then on; the other one first has to hear of it.
    const since = new Map([[url, performance.now()]]);
    await until('the streams to end', () => streams.every(({ ended }) => ended));
    for (const client of [boss, member, key])
      await until('the other node', async () => (await on(secondUrl, client).get(contacts)).status === 403);
    since.set(secondUrl, performance.now());
    const late = (node: string) =>
      load.answers.filter((answer) => answer.node === node && answer.began > (since.get(node) ?? 0));
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
      await until('the node to hear of it', async () => (await on(node, key).get(contacts)).status === 200);
      for (const client of [again, key]) {
        const { status, body } = await on(node, client).get(`${contacts}?limit=1&count=exact`);
        assert.deepEqual([status, body.meta.total], [200, written]);
      }
      for (const client of [boss, member]) refused(await on(node, client).get(contacts), 401, 'unauthenticated');
      assert.equal((await new Client(node).post(loginPath, signingIn)).status, 200);
    }
  });

  it('holds when it comes and goes', async () => {
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
  it('goes by what is stored of the tenant, also on a node that has not heard of a change', async () => {
    const { accountKey } = await tenant();
    const signIn = () => new Client(url).post(loginPath, { email: adminEmail, password: adminPassword, accountKey });
    assert.equal((await signIn()).status, 200);
    // Triggers are off in this session, so no node hears of the change.
    const set = (status: string) =>
      sql(`set session_replication_role = replica;
        update tenants set status = '${status}' where account_key = '${accountKey}'; reset session_replication_role`);
    await set('suspended');
    refused(await signIn(), 403, 'account_suspended');
    app.app.services.directory.forgetAll();
    refused(await signIn(), 403, 'account_suspended');
    await set('active');
    assert.equal((await signIn()).status, 200);
  });
});

/** The platform itself at work in a tenant. */
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

/** How long nothing may be on its way before nothing will be: a node may be about to send what it has read. */
const quietMs = 1000;

/** Waits for what was being sent when the tenant was suspended, which still arrives. */
async function nothingOnItsWay({ accountKey }: Client): Promise<void> {
  let since: number | undefined;
  await until('nothing to be on its way', async () => {
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
  it('are sent nothing, and afterwards all that happened meanwhile, once', async () => {
    const boss = await tenant();
    const hook = await tools.register(['contact.created', 'tenant.suspended', 'tenant.reactivated'], {}, boss);
    const first = await boss.create(contacts, { lastName: 'Before' });
    await receiver.received(hook.path, 1);
    await suspend(boss);
    await nothingOnItsWay(boss);
    const context = await platformIn(boss);
    const meanwhile = [await writeContact(context, 'Meanwhile 1'), await writeContact(context, 'Meanwhile 2')];
    // Longer than any node takes to look by itself.
    await sleep(3000);
    const early = receiver.at(hook.path).filter(({ body }) => body.type === 'contact.created');
    assert.deepEqual(
      early.map(({ body }) => body.data.record._id),
      [first._id],
    );
    const again = await reactivate(boss, secondUrl);
    const last = await again.create(contacts, { lastName: 'After' });
    const arrived = (await receiver.received(hook.path, 6)).map(({ body }) => body);
    const told = (type: string) => arrived.filter((body: Json) => body.type === type);
    assert.deepEqual(
      told('contact.created')
        .map(({ data }: Json) => data.record._id)
        .sort(),
      [first._id, ...meanwhile, last._id].sort(),
    );
    const stateOf = (body: Json) => [body.accountKey, body.data.record.status, body.data.record.reason];
    assert.deepEqual(told('tenant.suspended').map(stateOf), [[boss.accountKey, 'suspended', 'A test.']]);
    assert.deepEqual(told('tenant.reactivated').map(stateOf), [[boss.accountKey, 'active', null]]);
    await tools.settled(hook, 'delivered', 6, again);
    assert.equal(receiver.at(hook.path).length, 6);
  });

  it('are not tried again until it is over, and lose no try by it', async () => {
    const boss = await tenant();
    const hook = await tools.register(['contact.created'], {}, boss);
    tools.answer(hook, 500);
    const contact = await boss.create(contacts, { lastName: 'Retried' });
    await receiver.received(hook.path, 2);
    await suspend(boss);
    await nothingOnItsWay(boss);
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

  it('are sent no more than what was on its way, however much was waiting to be sent', async () => {
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
    await nothingOnItsWay(boss);
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
  it('do not begin on any node, and run when it is over', async () => {
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
    await until('the jobs to be put off', async () => (await waiting()).length === 2);
    assert.deepEqual(
      await waiting(),
      ids.map(() => ({ state: 'queued', attempts: 0 })),
    );
    assert.deepEqual(begun, []);
    const again = await reactivate(boss);
    // As if the time had come at which they are looked at again.
    await sql('update jobs set run_at = now() where id = any($1::uuid[])', [ids]);
    await sql(`select pg_notify('atrium_jobs', '')`);
    for (const id of ids) {
      const job = await until('the job to be done', async () => {
        const { body } = await again.get(`/api/data/jobs/${id}`);
        return body.state === 'completed' && body;
      });
      assert.equal(job.attempts, 1);
    }
    assert.deepEqual(begun.sort(), tags);
  });
});
