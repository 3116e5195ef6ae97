import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { verifyWebhook, WebhookError } from '../../packages/sdk/src/index.ts';
import { appForFile } from '../harness.ts';
import { freePort, until } from '../process.ts';
import { Receiver, receiverForFile } from '../receiver.ts';
import { apiKeyOf } from '../sdk/tools.ts';
import { contacts, quick, WebhookTools } from '../webhook-tools.ts';
import { commandLine, type Running } from './tools.ts';

const app = await appForFile(quick);
const receiver = await receiverForFile();
const admin = await app.tenant();
const atrium = await commandLine();
await atrium.ok('login', '--url', app.url, '--api-key', await apiKeyOf(admin));

const listening = async (running: Running): Promise<string> => {
  const found = await until('the secret', () => /signing secret is (\S+)\n/.exec(running.stderr)?.[1]);
  await until('the target', () => running.stderr.includes('Forwarding'));
  return found;
};

/** Listens from a place in the events that is before all further writes. */
async function listen(...words: string[]): Promise<Running> {
  const { nextCursor } = (await admin.get('/api/data/changes?since=now')).body.meta;
  return atrium.start('listen', '--since', nextCursor, ...words);
}

describe('atrium listen', () => {
  it('forwards the bytes that a webhook gets, with signatures that verify', async () => {
    const tools = new WebhookTools(app, receiver);
    const webhook = await tools.register(['contact.*'], {}, admin);
    const running = await listen('--forward-to', receiver.url('/forwarded'), '--events', 'contact.*,lead.created');
    const secret = await listening(running);
    const { _id } = await admin.create(contacts, { lastName: 'Zoë 🦊 \u2028', score: 12.5 });
    await admin.patch(`${contacts}/${_id}`, { title: 'Countess' });
    await admin.create('/api/sales/accounts', { name: 'Not asked for' });
    await admin.delete(`${contacts}/${_id}`);
    await receiver.received(webhook.path, 3);
    const forwarded = await receiver.received('/forwarded', 3);
    const byServer = new Map(receiver.at(webhook.path).map((one) => [one.body.id, one]));
    assert.deepEqual(
      forwarded.map(({ body }) => body.type),
      ['contact.created', 'contact.updated', 'contact.deleted'],
    );
    for (const { raw, headers, body } of forwarded) {
      const original = byServer.get(body.id);
      assert.deepEqual(raw, original?.raw);
      assert.deepEqual(
        Object.keys(headers)
          .filter((name) => /webhook|platform|content/.test(name))
          .sort(),
        Object.keys(original?.headers ?? {})
          .filter((name) => /webhook|platform|content/.test(name))
          .sort(),
      );
      assert.deepEqual(await verifyWebhook(raw, headers, secret, { toleranceSeconds: 60 }), body);
      new Webhook(secret).verify(raw, headers as Record<string, string>);
      await assert.rejects(verifyWebhook(raw, headers, webhook.secret), WebhookError);
    }
    await until('three lines', () => running.lines.length === 3);
    const outcome = JSON.parse(running.lines[1] ?? '');
    assert.deepEqual([outcome.type, outcome.status, outcome.error], ['contact.updated', 200, null]);
    assert.ok(outcome.durationMs >= 0);
    running.child.kill('SIGINT');
    assert.equal((await running.ended).code, 0);
    assert.equal((await atrium.ok('listen', '--print-secret')).trim(), secret);
  });

  it('signs with a given secret, and tries each delivery once', async () => {
    const own = await new Receiver().listen();
    own.answer(500, 'broken');
    const running = await listen(
      '--forward-to',
      own.url('/'),
      '--events',
      'contact.created',
      '--secret',
      'whsec_c2VjcmV0',
    );
    await admin.create(contacts, { lastName: 'First' });
    await until('the failure', () => running.lines.length === 1);
    assert.equal(JSON.parse(running.lines[0] ?? '').status, 500);
    own.well();
    await admin.create(contacts, { lastName: 'Second' });
    await until('the next', () => running.lines.length === 2);
    assert.deepEqual(
      own.arrivals.map(({ body }) => body.data.record.lastName),
      ['First', 'Second'],
    );
    const [first] = own.arrivals;
    assert.ok(first);
    await verifyWebhook(first.raw, first.headers, 'whsec_c2VjcmV0');
    await own.close();
    await admin.create(contacts, { lastName: 'Nobody listens' });
    await until('the refusal', () => running.lines.length === 3);
    assert.deepEqual(
      [JSON.parse(running.lines[2] ?? '').status, JSON.parse(running.lines[2] ?? '').error],
      [null, 'ECONNREFUSED'],
    );
    running.child.kill('SIGINT');
    assert.equal((await running.ended).code, 0);
  });

  it('asks for an address, and for the permission', async () => {
    const without = await atrium.run(['listen', '--forward-to', 'localhost:4000']);
    assert.deepEqual([without.code, /--forward-to must be an address/.test(without.stderr)], [2, true]);
    const key = await apiKeyOf(admin, ['sales:read']);
    const target = `http://127.0.0.1:${await freePort()}/`;
    const forbidden = await atrium.run(['listen', '--forward-to', target, '--api-key', key]);
    assert.deepEqual([forbidden.code, /integrations:read/.test(forbidden.stderr)], [3, true]);
  });
});
