import assert from 'node:assert/strict';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { describe, it } from 'node:test';
import { assertNoWrites, invalid, refused } from '#test/expect.ts';
import { appForFile } from '#test/harness.ts';
import { receiverForFile } from '#test/receiver.ts';
import { timeLimit } from '#test/time-limit.ts';
import { contacts, quick, WebhookTools, webhooks } from '#test/webhook-tools.ts';
import { EventPatterns, matchesEvent } from '../events/event-patterns.ts';

const receiver = await receiverForFile();
const app = await appForFile({ ...quick, WEBHOOK_LIMIT: '8' });
const { sql, tenant } = app;
const tools = new WebhookTools(app, receiver);
const silent = ['invoice.paid'];
const url = receiver.url('/x');

describe('the webhooks of an account', () => {
  it('are limited by WEBHOOK_LIMIT, even when they are created concurrently', async () => {
    const boss = await tenant();
    const replies = await Promise.all(Array.from({ length: 12 }, () => boss.post(webhooks, { url, events: silent })));
    const counts = Map.groupBy(replies, ({ status }) => status);
    assert.deepEqual([counts.get(201)?.length, counts.get(409)?.length], [8, 4]);
    const message =
      'An account has at most 8 webhooks: delete one that is not needed, or let one listen to more types of events.';
    for (const reply of counts.get(409) ?? []) {
      refused(reply, 409, 'conflict');
      assert.equal(reply.body.error.message, message);
    }
    const operations = [{ op: 'create', record: { url, events: silent } }];
    await assertNoWrites(app, ['integrations_webhooks', 'webhook_endpoints'], async () => {
      assert.equal((await boss.post(`${webhooks}/bulk`, { operations })).status, 409);
      assert.equal((await boss.post(`${webhooks}?dryRun=true`, { url, events: silent })).status, 409);
    });
    const [first] = (await boss.get(webhooks)).body.data;
    assert.equal((await boss.patch(`${webhooks}/${first._id}`, { description: 'still changed' })).status, 200);
    assert.equal((await boss.delete(`${webhooks}/${first._id}`)).status, 204);
    assert.equal((await boss.post(webhooks, { url, events: silent })).status, 201);
    assert.equal(
      (await app.admin.post(webhooks, { url, events: silent })).status,
      201,
      'another account has its own limit',
    );
  });
});

describe('the patterns of a webhook', () => {
  it('are at most 100, each with at most one star between two dots', async () => {
    const boss = await tenant();
    const many = Array.from({ length: 101 }, (_, n) => `model${n}.created`);
    invalid(await boss.post(webhooks, { url, events: many }), { events: 'out_of_range' });
    const reply = await boss.post(webhooks, { url, events: many.slice(1) });
    assert.equal(reply.status, 201, reply.text);
    for (const pattern of ['contact.*e*', 'contact.**', 'a.b*c*d.e', `contact.${'*a'.repeat(90)}`]) {
      const wrong = await boss.patch(`${webhooks}/${reply.body._id}`, { events: ['contact.created', pattern] });
      invalid(wrong, { events: 'invalid_format' });
      assert.ok(wrong.text.includes(pattern.slice(0, 100)), wrong.text);
    }
    const fine = ['*', '*.*', 'contact.cr*', '*.deleted', 'az.b*.c', 'finance.*.failed'];
    assert.equal((await boss.patch(`${webhooks}/${reply.body._id}`, { events: fine })).status, 200);
  });

  it('that were stored before the limits still match, and do not block the process', async () => {
    const boss = await tenant();
    const register = (events: string[]) => tools.register(events, {}, boss);
    const hostile = Array.from({ length: 999 }, (_, n) => `contact.*c*r*e*a*t*e*d*${n}*`);
    const some = [await register(silent), await register(silent), await register(silent), await register(silent)];
    for (const webhook of some)
      await sql('update integrations_webhooks set events = $2, version = version + 1 where id = $1', [
        webhook._id,
        [...hostile, 'contact.*a*e*'],
      ]);
    const count = 300;
    const operations = Array.from({ length: count }, (_, n) => ({ op: 'create', record: { firstName: `${n}` } }));
    const delay = monitorEventLoopDelay({ resolution: 10 });
    delay.enable();
    assert.equal((await boss.post(`${contacts}/bulk`, { operations })).status, 200);
    for (const webhook of some) await receiver.received(webhook.path, count);
    delay.disable();
    assert.ok(delay.max / 1e6 < timeLimit(1000), `the event loop was blocked for ${(delay.max / 1e6).toFixed(0)} ms`);
  });

  it('match the same types compiled together as one by one', () => {
    const patterns = ['*.deleted', 'contact.cr*', 'a.*.c', 'x*z.*', 'security.sign*', 'deal.won'];
    const compiled = new EventPatterns(patterns);
    for (const type of [
      'contact.created',
      'contact.updated',
      'deal.won',
      'deal.deleted',
      'a.b.c',
      'a.b.d',
      'xyz.1.2',
      'xy.1',
      'security.signedIn',
      'security.locked',
      'security.deleted',
    ]) {
      const expected = patterns.some((pattern) => matchesEvent(pattern, type));
      assert.equal(compiled.matches(type), expected, type);
      assert.equal(compiled.matches(type), expected, `${type} again`);
    }
  });
});
