import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { refused } from '#test/expect.ts';
import { appForFile, type Json } from '#test/harness.ts';

const app = await appForFile({ LOG_LEVEL: 'silent' });
const { admin, user } = app;
const employees = '/api/identity/employees';
const contractors = '/api/identity/contractors';

const personal = {
  salary: 98_765,
  payFrequency: 'monthly',
  terminationReason: 'Caught stealing',
  birthDate: '1980-02-03',
  street: 'Hidden Lane 7',
  emergencyContactName: 'Mother Hidden',
  personalEmail: 'private.hidden@example.com',
  comment: 'Hidden remark',
};
const secrets = /98765|98,765|Caught|1980-02-03|Hidden|hidden|"salary"|"terminationReason"/;
const employee = await admin.create(employees, { firstName: 'Ada', lastName: 'Love', ...personal });
await admin.patch(`${employees}/${employee._id}`, { salary: 98_765.5 });
const contractor = await admin.create(contractors, { lastName: 'Free', rate: 98_765, taxNumber: 'Hidden 1' });
const viewer = await user({ permissions: ['*:read'] });
const manager = await user({ permissions: ['*:read', '*:write', 'integrations:admin'] });

describe('pay, the end of an employment and private data', () => {
  it('are shown with identity:admin', async () => {
    const own = await user({ permissions: ['identity:admin'] });
    for (const client of [admin, own]) {
      const { body } = await client.get(`${employees}/${employee._id}`);
      assert.deepEqual([body.salary, body.terminationReason], [98_765.5, 'Caught stealing']);
    }
  });

  it('are in no answer to those who only read, not in history and the change feed either', async () => {
    for (const client of [viewer, manager]) {
      for (const path of [
        `${employees}/${employee._id}`,
        employees,
        `${employees}/${employee._id}/history`,
        `${contractors}/${contractor._id}`,
        `${contractors}/${contractor._id}/history`,
        '/api/ui/search?q=Love',
      ]) {
        const reply = await client.get(path);
        assert.equal(reply.status, 200, reply.text);
        assert.ok(!secrets.test(reply.text), path);
      }
      await app.settled();
      const feed = await client.get('/api/data/changes?limit=200');
      assert.equal(feed.status, 200, feed.text);
      const events = feed.body.data.filter(({ slug }: Json) => slug === 'employees' || slug === 'contractors');
      assert.equal(events.length, 3);
      assert.ok(!secrets.test(JSON.stringify(events)), 'the events tell nothing');
    }
  });

  it('cannot be found out by filters, sorting and aggregates', async () => {
    for (const query of ['filter[salary][gt]=1', 'sort=salary', 'fields=salary', 'filter[terminationReason]=x'])
      refused(await viewer.get(`${employees}?${query}`), 400, 'bad_request');
    refused(await viewer.get(`${employees}/aggregate?sum=salary`), 400, 'bad_request');
    refused(await viewer.get(`${contractors}/aggregate?groupBy=rate&count=true`), 400, 'bad_request');
  });

  it('are not to be had by giving a webhook to an owner who sees them', async () => {
    const hook = await manager.post('/api/integrations/webhooks', {
      url: 'https://example.com',
      events: ['employee.*'],
    });
    assert.equal(hook.status, 201, hook.text);
    const taken = await manager.patch(`/api/integrations/webhooks/${hook.body._id}`, { ownerId: admin.userId });
    assert.ok(taken.status === 403 || taken.status === 422, taken.text);
  });
});
