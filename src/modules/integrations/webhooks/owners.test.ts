import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { systemCaller } from '#core/access/caller.ts';
import type { Context } from '#core/context.ts';
import type { Job } from '#core/jobs/job.ts';
import { invalid, nobody, refused, types } from '#test/expect.ts';
import { appForFile, Client, type Json, type Reply } from '#test/harness.ts';
import { Mailbox } from '#test/mailbox.ts';
import { until } from '#test/process.ts';
import { receiverForFile } from '#test/receiver.ts';
import { contacts, quick, type Registered, WebhookTools, webhooks } from '#test/webhook-tools.ts';
import { integrations as module } from '../index.ts';

const receiver = await receiverForFile();
const mailbox = new Mailbox();
const app = await appForFile({ ...quick, ...mailbox.env });
const { admin, events, sql, tenant, user } = app;
const tools = new WebhookTools(app, receiver);
const integrations = ['integrations:read', 'integrations:write'];
const selling = [...integrations, 'sales:read', 'sales:write'];
const silent = ['invoice.paid'];

const one = ({ _id }: Json, rest = '') => `${webhooks}/${_id}${rest}`;
const get = async (webhook: Json, client: Client = admin): Promise<Json> => (await client.get(one(webhook))).body;
const namesAt = ({ path }: Registered): string[] => receiver.at(path).map(({ body }) => body.data.record.firstName);
const deactivate = async ({ userId }: Client, by: Client = admin) =>
  assert.equal((await by.patch(`/api/identity/users/${userId}`, { active: false })).status, 200);

async function changeRole({ userId }: Client, values: Json): Promise<void> {
  const { roles } = (await admin.get(`/api/identity/users/${userId}`)).body;
  const [role] = (await admin.get(`/api/identity/roles?filter[name]=${roles[0]}`)).body.data;
  assert.equal((await admin.patch(`/api/identity/roles/${role._id}`, values)).status, 200);
}

/** Runs the job as the scheduler of the platform does. */
async function runPeriodicJob(): Promise<void> {
  const { services } = app.app;
  const [{ id: tenantId }] = await sql(`select id from tenants where account_key = 'default'`);
  const registry = await services.directory.registry(tenantId);
  const context: Context = { services, caller: systemCaller(tenantId, 'default'), registry, requestId: 'a test' };
  const job = module.jobs.find(({ name }) => name === 'integrations.pause-failing') as Job;
  const id = await services.jobs.enqueue(context, job, {});
  await until('the job', async () => (await admin.get(`/api/data/jobs/${id}`)).body.state === 'completed');
}

const paused = (webhook: Json, client?: Client): Promise<Json> =>
  until('the webhook to be paused', async () => {
    const now = await get(webhook, client);
    return now.active === false && now;
  });

/** Every kind of write to an existing webhook. */
const writes: Record<string, (client: Client, webhook: Json) => Promise<Reply>> = {
  url: (client, webhook) => client.patch(one(webhook), { url: receiver.url('/elsewhere') }),
  put: (client, webhook) => client.put(one(webhook), { url: receiver.url('/elsewhere') }),
  events: (client, webhook) => client.patch(one(webhook), { events: ['*'] }),
  description: (client, webhook) => client.patch(one(webhook), { description: 'mine now' }),
  active: (client, webhook) => client.patch(one(webhook), { active: false }),
  rotate: (client, webhook) => client.post(one(webhook, '/rotate-secret'), {}),
  test: (client, webhook) => client.post(one(webhook, '/test'), {}),
  retry: (client, webhook) => client.post(one(webhook, `/retry/${nobody}`), {}),
  recover: (client, webhook) => client.post(one(webhook, '/recover'), { since: '2026-01-01' }),
  revert: (client, webhook) => client.post(one(webhook, '/revert'), { version: 1 }),
  bulk: (client, webhook) =>
    client.post(`${webhooks}/bulk`, {
      operations: [{ op: 'update', _id: webhook._id, record: { url: receiver.url('/elsewhere') } }],
    }),
};

describe('the owner of a webhook', () => {
  it('is its creator', async () => {
    const seller = await user({ permissions: selling });
    const webhook = await tools.register(silent, {}, seller);
    assert.equal(webhook.ownerId, seller.userId);
    assert.equal((await events(webhook._id))[0]?.record.ownerId, seller.userId);
  });

  it('can be set by integrations:admin, and determines what is delivered', async () => {
    const rep = await user({ permissions: [...integrations, 'sales:read:own'] });
    const webhook = await tools.register(['contact.created'], { ownerId: rep.userId });
    assert.equal(webhook.ownerId, rep.userId);
    await admin.create(contacts, { firstName: 'of the admin' });
    await admin.create(contacts, { firstName: 'of the rep', ownerId: rep.userId });
    await tools.settled(webhook, 'delivered');
    assert.deepEqual(namesAt(webhook), ['of the rep']);
    const manager = await user({ permissions: ['*:read', '*:write'] });
    const refusal = await manager.patch(one(webhook), { ownerId: admin.userId });
    refused(refusal, 403, 'forbidden', 'integrations:admin');
    refused(
      await manager.post(webhooks, { url: receiver.url('/x'), events: silent, ownerId: admin.userId }),
      403,
      'forbidden',
      'integrations:admin',
    );
    assert.equal((await admin.patch(one(webhook), { ownerId: admin.userId })).status, 200);
  });

  it('must be an active user with integrations:write', async () => {
    const webhook = await tools.register(silent);
    const outsider = await user({ permissions: ['sales:read'] });
    const deactivated = await user({ permissions: selling });
    await deactivate(deactivated);
    for (const ownerId of [outsider.userId, deactivated.userId])
      invalid(await admin.patch(one(webhook), { ownerId }), { ownerId: 'not_entitled' });
    invalid(await admin.patch(one(webhook), { ownerId: null }), { ownerId: 'required' });
    invalid(await admin.patch(one(webhook), { ownerId: nobody }), { ownerId: 'reference_not_found' });
    const seller = await user({ permissions: selling });
    const accounts = await tools.register(['security.*']);
    invalid(await admin.patch(one(accounts), { ownerId: seller.userId }), { ownerId: 'not_entitled' });
    assert.equal((await get(webhook)).version, 1);
  });

  it('reaches it with an :own scope', async () => {
    const permissions = ['integrations:read:own', 'integrations:write:own'];
    const [mine, others] = [await user({ permissions }), await user({ permissions })];
    const webhook = await tools.register(silent, { ownerId: mine.userId });
    assert.equal((await mine.patch(one(webhook), { description: 'mine' })).status, 200);
    refused(await others.get(one(webhook)), 404, 'not_found');
    refused(await mine.patch(one(webhook), { ownerId: others.userId }), 403, 'forbidden', 'ownerId');
  });
});

describe('a webhook whose owner lost the permission for it', () => {
  it('is paused with the reason, the admins get a mail, and nothing is sent or lost', async () => {
    const boss = await tenant();
    const seller = await user({ permissions: selling }, boss);
    const webhook = await tools.register(['contact.created'], {}, seller);
    await boss.create(contacts, { firstName: 'before' });
    await tools.settled(webhook, 'delivered', 1, boss);
    await deactivate(seller, boss);
    await boss.create(contacts, { firstName: 'meanwhile' });
    const now = await paused(webhook, boss);
    assert.equal(now.pausedReason, 'Its owner is deactivated, and a webhook delivers what its owner may read.');
    assert.ok(Math.abs(Date.parse(now.pausedAt) - Date.now()) < 60_000);
    const stored = await events(webhook._id);
    assert.deepEqual(types(stored), ['webhook.created', 'webhook.updated']);
    assert.deepEqual([stored[1]?.actor_id, stored[1]?.record.active], [null, false]);
    const mail = await mailbox.next('admin@example.com', /^A webhook was paused because of its owner$/);
    assert.ok(
      mail.text.replaceAll(/\s+/g, ' ').includes(`of the account ${boss.accountKey} to ${webhook.url} is paused`),
    );
    assert.deepEqual(namesAt(webhook), ['before']);

    refused(await boss.patch(one(webhook), { active: true }), 409, 'conflict');
    const moved = await boss.patch(one(webhook), { active: true, ownerId: boss.userId });
    assert.equal(moved.status, 200, moved.text);
    assert.deepEqual([moved.body.pausedReason, moved.body.ownerId], [null, boss.userId]);
    await tools.settled(webhook, 'delivered', 2, boss);
    assert.deepEqual(namesAt(webhook), ['before', 'meanwhile']);
  });

  it('is paused by the periodic job when there are no events', async () => {
    const seller = await user({ permissions: selling });
    const watcher = await user({ permissions: [...selling, 'identity:admin'] });
    const [quiet, accounts, kept] = [
      await tools.register(silent, {}, seller),
      await tools.register(['security.keyDeleted'], {}, watcher),
      await tools.register(silent, {}, watcher),
    ];
    const orphan = await tools.register(silent);
    await sql('update integrations_webhooks set owner_id = null where id = $1', [orphan._id]);
    await changeRole(seller, { permissions: ['integrations:read', 'sales:read'] });
    await changeRole(watcher, { permissions: selling });
    await runPeriodicJob();
    const reasons = await Promise.all([quiet, accounts, orphan].map(async (some) => (await get(some)).pausedReason));
    assert.deepEqual(reasons, [
      'Its owner does not hold the permission integrations:write.',
      'It names security events, and its owner does not hold the permission identity:admin.',
      'It has no owner, and a webhook delivers what its owner may read.',
    ]);
    assert.deepEqual([(await get(kept)).active, (await get(kept)).version], [true, 1]);
    invalid(await admin.patch(one(orphan), { active: true }), { ownerId: 'required' });
    assert.equal((await admin.patch(one(orphan), { active: true, ownerId: admin.userId })).status, 200);
  });

  it('gets no retries either', async () => {
    const seller = await user({ permissions: selling });
    const webhook = await tools.register(['contact.created'], {}, seller);
    tools.answer(webhook, 500);
    await admin.create(contacts, { firstName: 'waits' });
    const [entry] = await tools.settled(webhook, 'failed');
    tools.well(webhook);
    const count = receiver.at(webhook.path).length;
    await admin.patch(one(webhook), { events: silent });
    await deactivate(seller);
    await sql(
      `update webhook_deliveries set status = 'retrying', tries = 1, next_at = now(), finished_at = null where id = $1`,
      [entry._id],
    );
    await paused(webhook);
    const [waiting] = await until('the delivery to be released', async () => {
      const found = await tools.log(webhook, '?filter[status]=retrying');
      return found.length === 1 && found;
    });
    assert.equal(waiting.attemptCount, entry.attemptCount);
    assert.equal(receiver.at(webhook.path).length, count);
    assert.equal((await admin.patch(one(webhook), { ownerId: admin.userId, active: true })).status, 200);
    await tools.settled(webhook, 'delivered');
  });
});

describe('a writer of a webhook', () => {
  it('with security events needs identity:admin for every kind of write', async () => {
    const manager = await user({ permissions: ['*:read', '*:write'] });
    const webhook = await tools.register(['security.*']);
    await admin.patch(one(webhook), { description: 'second version' });
    for (const [name, write] of Object.entries(writes)) {
      const reply = await write(manager, webhook);
      assert.equal(reply.status, 403, `${name}: ${reply.text}`);
      assert.match(reply.text, /identity:admin/);
    }
    refused(await manager.delete(one(webhook)), 403, 'forbidden', 'identity:admin');
    refused(await manager.patch(one(webhook), { events: silent, ownerId: manager.userId }), 403, 'forbidden');
    const deletion = { operations: [{ op: 'delete', _id: webhook._id }] };
    assert.equal((await manager.post(`${webhooks}/bulk`, deletion)).status, 403);
    const past = await tools.register(['security.*']);
    await admin.patch(one(past), { events: silent });
    assert.equal((await manager.post(one(past, '/revert'), { version: 1 })).status >= 400, true);
    assert.equal((await get(webhook)).version, 2);
    for (const [name, write] of Object.entries(writes)) {
      const reply = await write(admin, webhook);
      assert.ok(reply.status < 300 || name === 'retry' || reply.status === 409, `${name}: ${reply.text}`);
    }
  });

  it('must be able to read as much as its owner, or become the owner and get only what they may read', async () => {
    const limited = await user({ permissions: [...integrations, 'sales:read:own', 'sales:write:own'] });
    const hidden = await user({ permissions: ['*:read', '*:write'], hiddenFields: { 'sales.contacts': ['phone'] } });
    const webhook = await tools.register(['contact.created']);
    await admin.patch(one(webhook), { description: 'second version' });
    for (const client of [limited, hidden]) {
      for (const [name, write] of Object.entries(writes)) {
        const reply = await write(client, webhook);
        assert.equal(reply.status, 403, `${name}: ${reply.text}`);
        assert.match(reply.text, /Make yourself its owner/);
      }
    }
    assert.equal((await get(webhook)).version, 2);
    const path = tools.newPath();
    const takenOver = await limited.patch(one(webhook), { ownerId: limited.userId, url: receiver.url(path) });
    assert.equal(takenOver.status, 200, takenOver.text);
    await admin.create(contacts, { firstName: 'secret' });
    await limited.create(contacts, { firstName: 'own' });
    await tools.settled(webhook, 'delivered');
    assert.deepEqual(
      receiver.at(path).map(({ body }) => body.data.record.firstName),
      ['own'],
    );
    const colleague = await user({ permissions: ['*:read', '*:write'] });
    assert.equal((await colleague.patch(one(webhook), { description: 'for a colleague' })).status, 200);
  });

  it('does not get deliveries that failed before a takeover', async () => {
    const limited = await user({ permissions: [...integrations, 'sales:read:own'] });
    const webhook = await tools.register(['contact.created']);
    tools.answer(webhook, 500, 'I know Ada');
    await admin.create(contacts, { firstName: 'Ada' });
    const [entry] = await tools.settled(webhook, 'failed');
    const path = tools.newPath();
    const values = { ownerId: limited.userId, url: receiver.url(path) };
    assert.equal((await limited.patch(one(webhook), values)).status, 200);
    const again = await limited.post(one(webhook, `/retry/${entry._id}`), {});
    assert.equal(again.status, 202);
    assert.doesNotMatch(again.text, /Ada/);
    const [after] = await until('the refusal', async () => {
      const found = await tools.log(webhook, '?filter[status]=failed');
      return found[0]?.attemptCount === entry.attemptCount + 1 && found;
    });
    assert.match(after.attempts.at(-1).error, /may not read this event/);
    assert.deepEqual(receiver.at(path), []);
  });

  it('does not get security events from a webhook that named them earlier', async () => {
    const manager = await user({ permissions: ['*:read', '*:write', 'ui:admin', 'identity:admin', 'data:admin'] });
    const webhook = await tools.register(['security.signInFailed']);
    tools.answer(webhook, 500);
    const login = { email: 'admin@example.com', password: 'not this one', accountKey: 'default' };
    await app.anonymous.post('/api/identity/auth/login', login);
    const [entry] = await tools.settled(webhook, 'failed');
    await admin.patch(one(webhook), { events: silent });
    const path = tools.newPath();
    assert.equal((await manager.patch(one(webhook), { url: receiver.url(path) })).status, 200);
    assert.deepEqual((await manager.post(one(webhook, '/recover'), { since: '2026-01-01' })).body, { recovered: 1 });
    const [after] = await until('the refusal', async () => {
      const found = await tools.log(webhook, '?filter[status]=failed');
      return found[0]?.attemptCount === entry.attemptCount + 1 && found;
    });
    assert.equal(after.attempts.at(-1).error, 'It was not sent: the webhook no longer names security events.');
    assert.deepEqual(receiver.at(path), []);
  });

  it('with an API key needs read scopes in the key for all events of the webhook', async () => {
    const key = async (scopes: string[]): Promise<Client> => {
      const made = await admin.create('/api/identity/apiKeys', { name: scopes.join(), scopes });
      return new Client(app.url, made.key, admin.userId);
    };
    const narrow = await key(['integrations:write', 'integrations:read', 'sales:read']);
    // Screens and dashboards of other roles and users need ui:admin, conversations of the owner need ai:write, pay needs
    // identity:admin, and imports and exports of other users need data:admin.
    const reader = await key(['integrations:write', '*:read', 'ai:write', 'identity:admin', 'data:admin']);
    const wide = await key(['integrations:write', '*:read', 'ai:write', 'identity:admin', 'ui:admin', 'data:admin']);
    const make = (client: Client, patterns: string[]) =>
      client.post(webhooks, { url: receiver.url('/by-key'), events: patterns });
    const own = await make(narrow, ['contact.*']);
    assert.equal(own.status, 201, own.text);
    refused(await make(narrow, ['*']), 403, 'forbidden', 'marketing:read');
    refused(await make(narrow, ['model.*']), 403, 'forbidden', 'data:read');
    refused(await narrow.patch(one(own.body), { events: ['*'] }), 403, 'forbidden');
    refused(await make(reader, ['*']), 403, 'forbidden', 'ui:admin');
    assert.equal((await make(reader, ['contact.*', 'model.*'])).status, 201);
    assert.equal((await wide.patch(one(own.body), { events: ['*'] })).status, 200);
    assert.equal((await make(wide, ['*'])).status, 201);
  });

  it('needs no read permission to delete it, because that delivers nothing', async () => {
    const keeper = await user({ permissions: integrations });
    const webhook = await tools.register(['contact.created']);
    assert.equal((await keeper.delete(one(webhook))).status, 204);
  });
});
