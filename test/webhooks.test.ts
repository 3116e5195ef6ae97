import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { appForFile, type Json } from './harness.ts';
import { until } from './process.ts';
import { receiverForFile, signatureOf } from './receiver.ts';

const receiver = await receiverForFile();
const { admin } = await appForFile({ WEBHOOK_ALLOW_PRIVATE: 'true', WEBHOOK_RETRY_DELAYS: '50ms,50ms,50ms,50ms' });

const webhooks = '/api/integrations/webhooks';
let paths = 0;
/** A webhook with a path of its own at the receiver. */
async function register(events: string[], more: Json = {}): Promise<Json & { path: string }> {
  paths += 1;
  const path = `/hook-${paths}`;
  const webhook = await admin.create(webhooks, { url: receiver.url(path), events, ...more });
  return { ...webhook, path };
}
const deliveries = async (id: string, query = ''): Promise<Json[]> =>
  (await admin.get(`${webhooks}/${id}/deliveries${query}`)).body.data;

describe('a webhook', () => {
  it('receives what it asked for, signed', async () => {
    const webhook = await register(['contact.created']);
    const contact = await admin.create('/api/sales/contacts', { firstName: 'Ada' });
    const [arrival] = await receiver.received(webhook.path);
    assert.deepEqual(arrival?.body.data.record, contact);
    assert.equal(arrival?.headers['x-platform-signature'], signatureOf(webhook.secret, arrival?.raw as Buffer));
    new Webhook(webhook.secret).verify(arrival?.raw as Buffer, arrival?.headers as Record<string, string>);
    const log = await until('delivered', async () => {
      const [entry] = await deliveries(webhook._id);
      return entry?.status === 'delivered' && entry;
    });
    assert.equal(log.attempts[0].responseStatus, 200);
  });
});
