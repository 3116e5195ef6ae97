import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { appForFile, type Client } from '#test/harness.ts';
import { receiverForFile } from '#test/receiver.ts';
import { contacts, quick, WebhookTools } from '#test/webhook-tools.ts';
import { Atrium, type Delivery } from '../../../../packages/sdk/src/index.ts';

const receiver = await receiverForFile();
const app = await appForFile(quick);
const tools = new WebhookTools(app, receiver);
const path = '/api/integrations/event-stream';

/** Reads bodies from now on, until there are `count`. */
async function firstBodies(client: Client, events: string[], count: number, write: () => Promise<unknown>) {
  const { nextCursor: since } = (await client.get('/api/data/changes?since=now')).body.meta;
  await write();
  const found: Delivery[] = [];
  const sdk = new Atrium({ url: client.url, token: client.token });
  for await (const delivery of sdk.deliveries({ events, since })) {
    found.push(delivery);
    if (found.length === count) break;
  }
  return found;
}

describe('the stream of deliveries', () => {
  it('has the bytes that a webhook gets: creation, update with previous values, deletion, and a large record', async () => {
    const client = await app.tenant();
    const webhook = await tools.register(['contact.*'], {}, client);
    const bodies = await firstBodies(client, ['contact.*'], 4, async () => {
      const { _id } = await client.create(contacts, { firstName: 'Zoë 🦊 \u2028', score: 12.5 });
      await client.patch(`${contacts}/${_id}`, { lastName: 'Lovelace', description: 'x'.repeat(40_000) });
      await client.create('/api/sales/accounts', { name: 'Not a contact' });
      await client.delete(`${contacts}/${_id}`);
      await client.post(`${contacts}/${_id}/restore`, undefined);
    });
    const arrived = await receiver.received(webhook.path, 4);
    const byId = new Map(arrived.map(({ raw, body }) => [body.id, raw.toString()]));
    assert.deepEqual(
      bodies.map(({ type }) => type),
      ['contact.created', 'contact.updated', 'contact.deleted', 'contact.restored'],
    );
    for (const { body, type } of bodies) assert.equal(body, byId.get(JSON.parse(body).id), type);
    assert.equal(JSON.parse(bodies[1]?.body ?? '').data.previous.lastName, null);
  });

  it('delivers a restore as a creation to those who name only creations', async () => {
    const client = await app.tenant();
    const bodies = await firstBodies(client, ['contact.created'], 2, async () => {
      const { _id } = await client.create(contacts, { lastName: 'Back' });
      await client.delete(`${contacts}/${_id}`);
      await client.post(`${contacts}/${_id}/restore`, undefined);
    });
    assert.deepEqual([bodies[1]?.type, JSON.parse(bodies[1]?.body ?? '').restored], ['contact.created', true]);
  });

  it('shows only what the caller may read, without hidden fields', async () => {
    const admin = await app.tenant();
    const permissions = ['integrations:read', 'sales:read'];
    const reader = await app.user({ permissions, hiddenFields: { 'sales.contacts': ['phone'] } }, admin);
    const bodies = await firstBodies(reader, ['*'], 1, async () => {
      await admin.create('/api/marketing/segments', { name: 'Not theirs' });
      await admin.create(contacts, { lastName: 'Seen', phone: '+49 123 456' });
    });
    const { type, data } = JSON.parse(bodies[0]?.body ?? '');
    assert.deepEqual([type, data.record.lastName, 'phone' in data.record], ['contact.created', 'Seen', false]);
  });

  it('refuses callers without integrations:read, security events without identity:admin, and wrong patterns', async () => {
    const sales = await app.user({ permissions: ['sales:read'] });
    assert.equal((await sales.get(path)).status, 403);
    const reader = await app.user({ permissions: ['integrations:read'] });
    assert.equal((await reader.get(`${path}?events=security.*`)).status, 403);
    const wrong = await app.admin.get(`${path}?events=contact.*,no`);
    assert.deepEqual([wrong.status, wrong.body.error.details[0].field], [400, 'events']);
    assert.equal((await app.admin.get(`${path}?since=nothing`)).status, 400);
  });
});
