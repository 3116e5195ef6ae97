import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assistantForFile } from '#test/ai/assistant.ts';
import { allFamilies } from '#test/ai/fake-provider.ts';
import { EventReader } from '#test/event-source.ts';
import { eventually } from '#test/eventually.ts';
import type { Json } from '#test/harness.ts';
import { until } from '#test/process.ts';
import { receiverForFile } from '#test/receiver.ts';
import { quick, WebhookTools } from '#test/webhook-tools.ts';

const receiver = await receiverForFile();
const { app, calls } = await assistantForFile(quick);
const { admin, events } = app;
const webhooks = new WebhookTools(app, receiver);
const contacts = '/api/sales/contacts';
const historyOf = async (id: string) => (await admin.get(`${contacts}/${id}/history`)).body.data;

for (const family of allFamilies) {
  it(`what a model of ${family} writes says so, in events and history`, async () => {
    const { _id: id } = await admin.create(contacts, { lastName: 'Person' });
    const { id: completionId } = await calls(
      [{ name: 'updateRecord', args: { model: 'contacts', id, changes: { lastName: 'Machine' } } }],
      { family },
    );
    await admin.patch(`${contacts}/${id}`, { firstName: 'Again' });
    const actors = (await historyOf(id)).map(({ actor }: Json) => actor);
    const person = { _id: admin.userId, email: 'admin@example.com' };
    assert.deepEqual(actors, [person, { ...person, via: 'ai', completionId }, person]);
    const stored = (await events(id)).map((event) => [(event as Json).via, (event as Json).via_id]);
    assert.deepEqual(stored, [
      [null, null],
      ['ai', completionId],
      [null, null],
    ]);
  });
}

describe('what AI wrote', () => {
  it('is marked in the change feed and its stream', async () => {
    await using live = await EventReader.open(admin);
    const { id: completionId, toolCalls } = await calls([
      { name: 'createRecord', args: { model: 'contacts', record: { lastName: 'Fed' } } },
    ]);
    const recordId = toolCalls[0].written.id;
    await until('the change arrives', () => live.events.some(({ data }) => data.recordId === recordId));
    const streamed = live.events.find(({ data }) => data.recordId === recordId)?.data;
    const actor = { _id: admin.userId, email: 'admin@example.com', via: 'ai', completionId };
    assert.deepEqual([streamed.actorId, streamed.actor], [admin.userId, actor]);
    await app.settled();
    const { data } = (await admin.get('/api/data/changes?filter[type]=contact.created&limit=1000')).body;
    assert.deepEqual(data.find((change: Json) => change.recordId === recordId).actor, actor);
  });

  it('shows the email of the user only to those who may read users', async () => {
    const { toolCalls } = await calls([
      { name: 'createRecord', args: { model: 'contacts', record: { lastName: 'Private' } } },
    ]);
    const reader = await app.user({ permissions: ['sales:read'] });
    await app.settled();
    // The feed shows a change once no transaction is open that could precede it.
    const change = await eventually(async () => {
      const { data } = (await reader.get('/api/data/changes?filter[type]=contact.created&limit=1000')).body;
      const found = data.find(({ recordId }: Json) => recordId === toolCalls[0].written.id);
      assert.ok(found);
      return found;
    });
    assert.deepEqual([change.actor._id, change.actor.email, change.actor.via], [admin.userId, null, 'ai']);
  });

  it('is marked in what webhooks get and in their log; what people write is not', async () => {
    const webhook = await webhooks.register(['lead.created']);
    await admin.create('/api/sales/leads', { lastName: 'By hand' });
    const { id: completionId } = await calls([
      { name: 'createRecord', args: { model: 'leads', record: { lastName: 'By AI' } } },
    ]);
    await receiver.received(webhook.path, 2);
    const bodies = receiver.at(webhook.path).map(({ body }) => body);
    const actorOf = (lastName: string) => bodies.find(({ data }) => data.record.lastName === lastName).actor;
    assert.equal(actorOf('By hand'), undefined);
    assert.deepEqual(actorOf('By AI'), { _id: admin.userId, via: 'ai', completionId });
    const sent = receiver.at(webhook.path).find(({ body }) => body.data.record.lastName === 'By AI');
    await eventually(async () => assert.equal((await webhooks.log(webhook)).length, 2));
    const [entry] = (await webhooks.log(webhook)).filter(({ event }: Json) => event.id === sent?.body.id);
    const { body } = await admin.get(`/api/integrations/webhooks/${webhook._id}/deliveries/${entry._id}`);
    assert.equal(body.body, sent?.raw.toString());
  });

  it('includes what a write changes elsewhere', async () => {
    await admin.create('/api/ui/settings', { key: 'ai.tools', value: { allow: ['deleteRecord'] } });
    const account = await admin.create('/api/sales/accounts', { name: 'Gone soon' });
    const contact = await admin.create(contacts, { lastName: 'Stays', accountId: account._id });
    const { id: completionId } = await calls([{ name: 'deleteRecord', args: { model: 'accounts', id: account._id } }]);
    const [cleared] = await historyOf(contact._id);
    assert.deepEqual([cleared.changes[0].field, cleared.actor.completionId], ['accountId', completionId]);
  });
});
