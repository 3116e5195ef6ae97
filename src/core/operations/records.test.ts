import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { appForFile } from '#test/harness.ts';

const { admin, events } = await appForFile();

describe('a record', () => {
  it('is created with defaults, an owner, a version and its event', async () => {
    const reply = await admin.post(
      '/api/sales/contacts',
      { firstName: 'Ada', email: 'Ada@example.com' },
      { 'x-request-id': 'req-1' },
    );
    assert.equal(reply.status, 201);
    const contact = reply.body;
    assert.match(contact._id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    assert.equal(reply.headers.get('location'), `/api/sales/contacts/${contact._id}`);
    assert.equal(reply.headers.get('etag'), '"1"');
    assert.equal(contact.ownerId, admin.userId);
    assert.equal(contact.createdBy, admin.userId);
    assert.equal(new Date(contact.createdAt).toISOString(), contact.createdAt);
    const [event, ...more] = await events(contact._id);
    assert.equal(more.length, 0);
    assert.equal(event?.type, 'contact.created');
    assert.deepEqual(event?.record, contact);
    assert.equal(event?.previous, null);
    assert.equal(event?.actor_id, admin.userId);
    assert.equal(event?.request_id, 'req-1');
  });
});
