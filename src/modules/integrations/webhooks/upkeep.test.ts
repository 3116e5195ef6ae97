import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import { systemCaller } from '#core/access/caller.ts';
import type { Context } from '#core/context.ts';
import type { Job } from '#core/jobs/job.ts';
import { idAt } from '#lib/ids.ts';
import { types } from '#test/expect.ts';
import { appForFile, type Client, type Json } from '#test/harness.ts';
import { until } from '#test/process.ts';
import { receiverForFile } from '#test/receiver.ts';
import { contacts, quick, type Registered, WebhookTools, webhooks } from '#test/webhook-tools.ts';
import { integrations } from '../index.ts';

const dataDir = mkdtempSync(path.join(os.tmpdir(), 'atrium-mail-'));
after(() => rmSync(dataDir, { recursive: true, force: true }));
const receiver = await receiverForFile();
const app = await appForFile({ ...quick, DATA_DIR: dataDir, EMAIL_FROM: 'Atrium <no-reply@atrium.example>' });
const { admin, events, sql, tenant, user } = app;
const tools = new WebhookTools(app, receiver);
const { services } = app.app;
const [{ id: tenantId }] = await sql(`select id from tenants where account_key = 'default'`);
const registry = await services.directory.registry(tenantId);
const platform: Context = { services, caller: systemCaller(tenantId, 'default'), registry, requestId: 'a test' };

const jobNamed = (name: string): Job => integrations.jobs.find((job) => job.name === name) as Job;

/** Runs a job as the scheduler of the platform does, and waits for it. */
async function runJob(name: string): Promise<void> {
  const id = await services.jobs.enqueue(platform, jobNamed(name), {});
  await until(`${name} to be done`, async () => {
    const { body } = await admin.get(`/api/data/jobs/${id}`);
    assert.notEqual(body.state, 'failed', JSON.stringify(body));
    return body.state === 'completed';
  });
}
const pauseFailing = () => runJob('integrations.pause-failing');

const mails = (): string[] => {
  try {
    return readdirSync(path.join(dataDir, 'mail')).filter((file) => file.endsWith('.eml'));
  } catch {
    return [];
  }
};
const webhookMailsTo = (email: string): string[] =>
  mails()
    .map((file) => readFileSync(path.join(dataDir, 'mail', file), 'utf8'))
    .filter((text) => text.includes(`To: ${email}`) && /^Subject: A webhook/m.test(text));

const failingFor = (webhook: Json, interval: string) =>
  sql('update webhook_endpoints set failing_since = now() - $2::interval where webhook_id = $1', [
    webhook._id,
    interval,
  ]);
const get = async (webhook: Json, client: Client = admin): Promise<Json> =>
  (await client.get(`${webhooks}/${webhook._id}`)).body;
const contact = (): Promise<Json> => admin.create(contacts, { firstName: 'Ada' });

async function registerFailing(by: Client = admin): Promise<Registered> {
  const webhook = await tools.register(['contact.created'], {}, by);
  tools.answer(webhook, 500);
  await by.create(contacts, { firstName: 'Ada' });
  await tools.settled(webhook, 'failed', 1, by);
  return webhook;
}

describe('a webhook that fails', () => {
  it('has failingSince from its first failure until one delivery succeeds', async () => {
    const webhook = await tools.register(['contact.created']);
    const since = async () => (await tools.stats(webhook)).failingSince;
    await contact();
    await tools.settled(webhook, 'delivered');
    assert.equal(await since(), null);
    tools.answer(webhook, 500);
    await contact();
    await until('the failure', async () => (await tools.log(webhook, '?filter[status]=failed')).length === 1);
    const firstFailure = await since();
    assert.ok(Math.abs(Date.parse(firstFailure) - Date.now()) < 60_000);
    await contact();
    await until('two failures', async () => (await tools.log(webhook, '?filter[status]=failed')).length === 2);
    assert.equal(await since(), firstFailure);
    tools.well(webhook);
    await contact();
    await until('a success', async () => (await since()) === null);
  });

  it('does not count as failing when a delivery succeeds that started before another failed', async () => {
    const webhook = await tools.register(['contact.*']);
    const openResponses: ServerResponse[] = [];
    tools.react(webhook, ({ body }, response) => {
      if (body.type === 'contact.created') openResponses.push(response);
      else response.writeHead(500).end();
    });
    const { _id } = await contact();
    await until('the first', () => openResponses.length === 1);
    await admin.delete(`${contacts}/${_id}`);
    await until('the second to fail finally', async () => (await tools.log(webhook, '?filter[status]=failed')).length);
    assert.notEqual((await tools.stats(webhook)).failingSince, null);
    openResponses[0]?.end();
    await until('the first to succeed', async () => (await tools.log(webhook, '?filter[status]=delivered')).length);
    const stats = await tools.stats(webhook);
    assert.ok(stats.lastDeliveredAt > stats.lastFailedAt);
    assert.equal(stats.failingSince, null);
  });

  it('for five days is paused with the reason, and its creator gets a mail', async () => {
    const creator = await user({
      permissions: ['integrations:write', 'integrations:read', 'sales:write', 'sales:read'],
    });
    const { email } = (await admin.get(`/api/identity/users/${creator.userId}`)).body;
    const webhook = await registerFailing(creator);
    await failingFor(webhook, '5 days 1 minute');
    const { failingSince } = await tools.stats(webhook);
    await pauseFailing();
    const paused = await get(webhook);
    assert.equal(paused.active, false);
    assert.equal(paused.pausedReason, `No delivery succeeded since ${failingSince}, so it was paused after 5 days.`);
    assert.ok(Math.abs(Date.parse(paused.pausedAt) - Date.now()) < 60_000);
    const stored = await events(webhook._id);
    assert.deepEqual(types(stored), ['webhook.created', 'webhook.updated']);
    assert.deepEqual([stored[1]?.actor_id, stored[1]?.record.active], [null, false]);
    const [mail] = await until('the mail', () => {
      const found = webhookMailsTo(email);
      return found.length > 0 && found;
    });
    assert.match(mail as string, /^Subject: A webhook was paused because it kept failing$/m);
    assert.match(mail as string, /^From: Atrium <no-reply@atrium\.example>$/m);
    assert.ok(unfolded(mail as string).includes(webhook.url));
    await pauseFailing();
    assert.equal((await get(webhook)).version, 2);
    assert.equal(webhookMailsTo(email).length, 1);
  });

  it('receives missed events when it is resumed, and has another five days', async () => {
    const webhook = await registerFailing();
    await failingFor(webhook, '6 days');
    await pauseFailing();
    await contact();
    tools.well(webhook);
    const resumed = (await admin.patch(`${webhooks}/${webhook._id}`, { active: true })).body;
    assert.deepEqual([resumed.pausedAt, resumed.pausedReason], [null, null]);
    assert.equal((await tools.stats(webhook)).failingSince, null);
    await until('what it missed', async () => (await tools.log(webhook, '?filter[status]=delivered')).length === 1);
    await pauseFailing();
    assert.equal((await get(webhook)).active, true);
  });

  it('for less than five days, or that works again, is not paused', async () => {
    const webhook = await registerFailing();
    await failingFor(webhook, '4 days 23 hours');
    const working = await registerFailing();
    await failingFor(working, '6 days');
    tools.well(working);
    await contact();
    await until('a success', async () => (await tools.stats(working)).failingSince === null);
    await pauseFailing();
    for (const one of [webhook, working])
      assert.deepEqual([(await get(one)).active, (await get(one)).version], [true, 1]);
  });

  it('is paused in every tenant, also when its creator is deactivated', async () => {
    const other = await tenant();
    const theirs = await registerFailing(other);
    const creator = await user({
      permissions: ['integrations:write', 'integrations:read', 'sales:write', 'sales:read'],
    });
    const { email } = (await admin.get(`/api/identity/users/${creator.userId}`)).body;
    const orphan = await registerFailing(creator);
    assert.equal((await admin.patch(`/api/identity/users/${creator.userId}`, { active: false })).status, 200);
    for (const one of [theirs, orphan]) await failingFor(one, '6 days');
    await pauseFailing();
    assert.equal((await get(theirs, other)).active, false);
    assert.equal((await get(orphan)).active, false);
    const found = await until('the mail of the other tenant', () => {
      const all = webhookMailsTo('admin@example.com').filter((text) => unfolded(text).includes(theirs.url));
      return all.length > 0 && all;
    });
    assert.ok(unfolded(found[0] as string).includes(other.accountKey));
    assert.deepEqual(webhookMailsTo(email), []);
  });
});

describe('old entries of the delivery log', () => {
  it('are deleted 30 days after they finished, and no others', async () => {
    const webhook = await tools.register(['contact.created']);
    await contact();
    const [recent] = await tools.settled(webhook, 'delivered');
    await admin.patch(`${webhooks}/${webhook._id}`, { active: false });
    const day = 86_400_000;
    const old = async (days: number, status: string, endedDays: number | null): Promise<string> => {
      const id = idAt(Date.now() - days * day).replace(/0{4}$/, `${Math.floor(1000 + Math.random() * 8999)}`);
      await sql(
        `insert into webhook_deliveries (tenant_id, id, webhook_id, event_id, type, event_at, status, next_at, finished_at, created_at)
         select tenant_id, $2::uuid, webhook_id, event_id, type, event_at, $3::text,
           case when $4::float8 is null then now() end, now() - $4::float8 * interval '1 day', now() - $5::float8 * interval '1 day'
         from webhook_deliveries where id = $1`,
        [recent._id, id, status, endedDays, days],
      );
      return id;
    };
    const expired = [await old(31, 'delivered', 30.5), await old(400, 'failed', 31)];
    const kept = [
      await old(31, 'delivered', 29.5),
      await old(60, 'failed', 1),
      await old(60, 'retrying', null),
      await old(60, 'pending', null),
      await old(29, 'delivered', 29),
    ];
    await runJob('integrations.clean-deliveries');
    const remaining = (await tools.log(webhook, '?limit=200')).map(({ _id }) => _id);
    assert.deepEqual(remaining.toSorted(), [...kept, recent._id].toSorted());
    assert.ok(expired.every((id) => !remaining.includes(id)));
  });
});

/** Decodes the line breaks and equals signs of a quoted-printable mail. */
function unfolded(mail: string): string {
  return mail.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=');
}
