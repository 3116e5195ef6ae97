import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { describe, it } from 'node:test';
import { verifyWebhook, WebhookError } from '../../packages/sdk/src/index.ts';
import { appForFile } from '../harness.ts';
import { receiverForFile } from '../receiver.ts';
import { contacts, quick, WebhookTools } from '../webhook-tools.ts';

const receiver = await receiverForFile();
const app = await appForFile(quick);
const tools = new WebhookTools(app, receiver);

const codeOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'verified',
    (error: unknown) => (error instanceof WebhookError ? error.code : String(error)),
  );

describe('verifyWebhook', () => {
  it('takes a real delivery, as bytes and as text, and with the time of its signature', async () => {
    const webhook = await tools.register(['contact.created']);
    const record = await app.admin.create(contacts, { lastName: 'Zoë 🦊' });
    const [arrival] = await receiver.received(webhook.path);
    assert.ok(arrival);
    const { raw, headers } = arrival;
    for (const body of [raw, raw.toString(), new Uint8Array(raw), new Uint8Array(raw).buffer]) {
      const event = await verifyWebhook(body, headers, webhook.secret);
      assert.deepEqual([event.type, event.data.record], ['contact.created', record]);
    }
    const bag = new Headers(headers as Record<string, string>);
    assert.equal((await verifyWebhook(raw, bag, webhook.secret, { toleranceSeconds: 60 })).accountKey, 'default');
    const old = { ...headers, 'webhook-timestamp': String(Number(headers['webhook-timestamp']) - 3600) };
    assert.equal(await codeOf(verifyWebhook(raw, old, webhook.secret, { toleranceSeconds: 60 })), 'too_old');
    assert.equal(await codeOf(verifyWebhook(raw, old, webhook.secret, { toleranceSeconds: Number.NaN })), 'too_old');
    const moved = { ...headers, 'webhook-timestamp': String(Number(headers['webhook-timestamp']) + 1) };
    assert.equal(await codeOf(verifyWebhook(raw, moved, webhook.secret, { toleranceSeconds: 60 })), 'wrong_signature');
    const { 'webhook-signature': _, ...without } = headers;
    assert.equal(
      await codeOf(verifyWebhook(raw, without, webhook.secret, { toleranceSeconds: 60 })),
      'missing_signature',
    );
  });

  it('takes the previous secret for a day after it was rotated', async () => {
    const webhook = await tools.register(['contact.created']);
    await app.admin.post(`/api/integrations/webhooks/${webhook._id}/rotate-secret`, {});
    await app.admin.create(contacts, { lastName: 'Rotated' });
    const [arrival] = await receiver.received(webhook.path);
    assert.ok(arrival);
    assert.equal((await verifyWebhook(arrival.raw, arrival.headers, webhook.secret)).type, 'contact.created');
  });

  it('refuses another body, secret or signature, and says why', async () => {
    const secret = 'whsec_c2VjcmV0';
    const body = '{"id":"1","type":"a.b","data":{"record":{}}}';
    const signature = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
    const signed = { 'X-Platform-Signature': signature };
    assert.equal(await codeOf(verifyWebhook(body, signed, secret)), 'verified');
    assert.equal(await codeOf(verifyWebhook(`${body} `, signed, secret)), 'wrong_signature');
    assert.equal(await codeOf(verifyWebhook(body, signed, 'another')), 'wrong_signature');
    assert.equal(await codeOf(verifyWebhook(body, {}, secret)), 'missing_signature');
    for (const wrong of [
      '',
      'sha256=',
      signature.slice(0, -1),
      `${signature}0`,
      signature.replace('sha256', 'sha1'),
      'sha256=zz',
    ])
      assert.equal(
        await codeOf(verifyWebhook(body, { 'x-platform-signature': wrong }, secret)),
        'wrong_signature',
        wrong,
      );
    assert.equal(await codeOf(verifyWebhook(JSON.parse(body), signed, secret)), 'body_was_parsed');
    assert.match(await codeOf(verifyWebhook(body, signed, '')), /TypeError: secret is empty/);
    const text = 'no json';
    const other = { 'x-platform-signature': `sha256=${createHmac('sha256', secret).update(text).digest('hex')}` };
    assert.equal(await codeOf(verifyWebhook(text, other, secret)), 'not_json');
  });
});
